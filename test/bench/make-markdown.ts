import { seeded } from './seeded.ts';

/**
 * The file of one article: front matter, and a body of some `bodyLength` characters with what authors write: a
 * level-one heading first, then paragraphs with emphasis, links and code, lists, code blocks, quotes, tables. The same
 * for the same id.
 */
export function makeMarkdown(id: number, bodyLength: number): string {
  const random = seeded(id);
  const title = capitalise(words(5, random));
  let body = `# ${title}\n`;
  while (body.length < bodyLength) body += `\n${makeBlock(random)}\n`;
  return `---
id: ${id}
title: "${title}"
excerpt: "${sentence(20, random)}"
header_image: https://images.example.com/image-${id}.jpg
date: ${dateOf(id)}
---
${body}`;
}

/** Ten minutes apart from 2000 on: a million of them are published. */
function dateOf(id: number): string {
  return `${new Date((946_684_800 + id * 600) * 1000).toISOString().slice(0, 19)}Z`;
}

type Random = (below: number) => number;

/** Of sixteen blocks ten are paragraphs. */
function makeBlock(random: Random): string {
  switch (random(16)) {
    case 0:
      return `## ${capitalise(words(4, random))}`;
    case 1:
      return many(4, () => `- ${sentence(9, random)}`);
    case 2:
      return many(3, (index) => `${index + 1}. ${sentence(9, random)}`);
    case 3:
      return `\`\`\`js\n${many(5, () => `const ${word(random)} = ${word(random)}(${random(1000)}, "${word(random)}");`)}\n\`\`\``;
    case 4:
      return `> ${sentence(25, random)}`;
    case 5:
      return `| ${words(1, random)} | ${words(1, random)} |\n|---|--:|\n${many(4, () => `| ${words(2, random)} | ${random(10_000)} |`)}`;
    default:
      return many(4, () => makeSentence(random)).replaceAll('\n', ' ');
  }
}

function makeSentence(random: Random): string {
  const text = sentence(14, random);
  switch (random(8)) {
    case 0:
      return `${text} See [${words(2, random)}](https://www.example.com/${word(random)}/${random(1000)}).`;
    case 1:
      return `**${capitalise(words(2, random))}** and *${words(2, random)}*: ${text}`;
    case 2:
      return `${text} Call \`${word(random)}()\`, “${words(2, random)}”.`;
    default:
      return text;
  }
}

function many(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('\n');
}

function sentence(length: number, random: Random): string {
  return `${capitalise(words(length, random))}.`;
}

function words(length: number, random: Random): string {
  let text = word(random);
  for (let i = 1; i < length; i++) text += ` ${word(random)}`;
  return text;
}

/** Few words are frequent and many are rare, as in a language (Zipf's law), so that text compresses as text does. */
function word(random: Random): string {
  return vocabulary[Math.floor(vocabulary.length ** (random(1_000_000) / 1_000_000)) - 1] ?? 'the';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** English where words are frequent, then what sounds like words. */
const vocabulary: readonly string[] = makeVocabulary(4000);

function makeVocabulary(size: number): string[] {
  const found = new Set(
    'the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were there one all we can her has more if will page type article reader server café naïve über'.split(
      ' ',
    ),
  );
  const syllables =
    'ba cor den el fi gra ho in ju ka lo men ner os pre qua ri sta ter un ver wi xo yl zen tion ment ing'.split(' ');
  const random = seeded(0);
  while (found.size < size)
    found.add(many(2 + random(3), () => syllables[random(syllables.length)] ?? '').replaceAll('\n', ''));
  return [...found];
}
