/** Where a vector stands in the Markdown of an article. */
export interface Placement {
  where: string;
  toMarkdown(vector: string): string;
}

const inline = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
const quoted = (text: string): string => text.replaceAll('"', '&quot;');
const coded = (text: string): string =>
  [...text].map((letter) => `&#x${letter.codePointAt(0)?.toString(16)};`).join('');

const table: [where: string, toMarkdown: (vector: string) => string][] = [
  ['a block', (vector) => vector],
  ['between paragraphs', (vector) => `a\n\n${vector}\n\nb *c*`],
  ['right behind a line', (vector) => `a\n${vector}\nb`],
  ['in a line', (vector) => `a ${inline(vector)} *b*`],
  ['emphasised', (vector) => `**${inline(vector)}** _${inline(vector)}_`],
  ['a heading', (vector) => `# ${inline(vector)}\n\n${inline(vector)}\n===\n\ntext`],
  ['the id of a heading', (vector) => `## a {#${vector.replace(/\s/g, '')}}`],
  ['a list and its items', (vector) => `- ${inline(vector)}\n- [ ] ${inline(vector)}\n\n  1. ${inline(vector)}`],
  ['a quote', (vector) => vector.replace(/^/gm, '> ')],
  ['an alert', (vector) => `> [!NOTE]\n${vector.replace(/^/gm, '> ')}`],
  [
    'a cell of a table',
    (vector) => `| a | b |\n|---|---|\n| ${inline(vector)} | ${inline(vector).replaceAll('|', '\\|')} |`,
  ],
  [
    'a footnote',
    (vector) =>
      `a[^1] b[^${inline(vector).replace(/[\s\]]/g, '')}]\n\n[^1]: ${inline(vector)}\n\n    ${inline(vector)}`,
  ],
  ['code', (vector) => `\`\`\`html\n${vector}\n\`\`\`\n\n\`${inline(vector)}\`\n\n${vector.replace(/^/gm, '    ')}`],
  ['the language of code', (vector) => `~~~${inline(vector)}\ncode\n~~~`],
  ['the address of a link', (vector) => `[a](${vector}) [b](<${inline(vector)}>)`],
  ['the address of a link, in references', (vector) => `[a](${coded(vector)})`],
  ['the text of a link', (vector) => `[${inline(vector)}](b.md)`],
  ['the title of a link', (vector) => `[a](b "${vector}") [c](d '${inline(vector)}')`],
  ['a definition', (vector) => `[a] ![a]\n\n[a]: <${inline(vector)}> "${inline(vector)}"`],
  ['an address in angle brackets', (vector) => `<${inline(vector)}> <http://${inline(vector)}>`],
  ['the address of an image', (vector) => `![a](${vector}) ![b](<${inline(vector)}>)`],
  ['the text of an image', (vector) => `![${inline(vector)}](b.png "${inline(vector)}")`],
  ['a value in double quotes', (vector) => `<p title="${vector}" class="${vector}" id="${vector}">a</p>`],
  ['a value in single quotes', (vector) => `<p title='${vector}' lang='${vector}'>a</p>`],
  ['a value without quotes', (vector) => `<p title=${vector}>a</p>\n\n<a href=${vector}>b</a>`],
  ['a name of an attribute', (vector) => `<p ${vector}>a</p>`],
  [
    'an address in raw HTML',
    (vector) =>
      `<a href="${quoted(vector)}" ping="${quoted(vector)}" target="_blank">a</a>\n<img src="${quoted(vector)}">`,
  ],
  [
    'an address in raw HTML, in references',
    (vector) => `<a href="${coded(vector)}">a</a>\n<video poster="${coded(vector)}" src="${coded(vector)}">`,
  ],
  ['a srcset', (vector) => `<img srcset="${quoted(vector)} 1x, a.png 2x">`],
  [
    'an id and an old name',
    (vector) =>
      `<a name="${quoted(vector)}">a</a>\n<i id="${quoted(vector)}">b</i>\n<i id="user-content-${quoted(vector)}">c</i>`,
  ],
  ['svg', (vector) => `<svg>${vector}</svg>`],
  [
    'svg that leads back to HTML',
    (vector) => `<svg><desc>${vector}</desc><foreignObject>${vector}</foreignObject><style>${vector}`,
  ],
  ['mathml', (vector) => `<math><mtext><table><mglyph><style><!--${vector}--></style>${vector}`],
  [
    'elements that hold text',
    (vector) =>
      ['noscript', 'textarea', 'title', 'xmp', 'style', 'iframe']
        .map((name) => `<${name}>${vector}</${name}>`)
        .join('\n'),
  ],
  [
    'a table, a select and a form',
    (vector) =>
      `<table><tr>${vector}<td>${vector}</table>\n<select>${vector}</select>\n<form><button form=x>${vector}</button></form>`,
  ],
  ['a comment', (vector) => `<!-- ${vector} -->\n\n<!--${vector}\n\n<![CDATA[${vector}]]>`],
  ['a template', (vector) => `<template>${vector}</template>\n\n{{ ${vector} }} {% ${vector} %}`],
  ['a part that folds away', (vector) => `<details>\n<summary>${vector}</summary>\n\n${vector}\n\n</details>`],
];

export const placements: readonly Placement[] = table.map(([where, toMarkdown]) => ({ where, toMarkdown }));
