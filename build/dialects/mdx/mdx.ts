import type { Leftover, Trigger } from '../../markdown/body-dialect.ts';
import { type BodyProblem, warnInBody } from '../../markdown/walk/body-problems.ts';
import { isComponent } from '../../markdown/walk/check-leftovers.ts';
import type { Position } from '../../problems/problem.ts';
import type { Dialect } from '../dialect.ts';
import { jsxBlock, jsxTag, toHtmlTags } from './jsx-tags.ts';
import { type UnwrappedMdx, unwrapMdx } from './unwrap-mdx.ts';

const mdxName = /\.mdx$/i;

/** Lines of modules. */
const modules: readonly Trigger[] = [
  ['import ', /^import /m],
  ['export ', /^export /m],
];

export const mdx: Dialect = {
  name: 'mdx',
  title: 'MDX',
  guide: {
    reads:
      'files that end in `.mdx`: `import`, `export`, `{expressions}`, `<Components>`; in others `<div className="a" style={…}>`',
    becomes: 'their text: the content of components stays, or else their image, and one warning says what is missing',
  },
  body: () => ({
    triggers: ['{', ...modules, ['<', /<(?:>|[A-Z])|className=|htmlFor=/], ['<', /^[ \t]*<[a-z]/im]],
    prepare(source, path) {
      if (!mdxName.test(path)) return null;
      const found = unwrapMdx(source);
      return { edits: found.edits, problems: (toPosition) => reportMdx(found, toPosition) };
    },
    extensions: [jsxBlock, jsxTag],
    changeToken: toHtmlTags,
    leftovers,
  }),
};

/** In files that are read as Markdown. */
const leftovers: readonly Leftover[] = [
  { name: 'a component of MDX or Vue', triggers: [/<[A-Z]/], isElement: isComponent },
  {
    name: 'a line of MDX',
    triggers: modules,
    // `import X from 'x'` and `export …`.
    line: /^(?:import\s[^\n]+\sfrom\s+["'][^\n]*|import\s+["'][^\n]*|export\s+(?:const|default|function)\s[^\n]*)/m,
  },
];

/** What of a file of MDX is not published, in one warning. */
function reportMdx(mdx: UnwrappedMdx, toPosition: (offset: number) => Position): BodyProblem[] {
  if (mdx.at === -1) return [];
  const tags = [...mdx.components.values()].reduce((sum, count) => sum + count, 0);
  const names = [...mdx.components.keys()].map((name) => `\`<${name}>\``);
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names;
  const parts = [
    mdx.modules > 0 ? counted(mdx.modules, '`import` or `export`', '`import`s and `export`s') : null,
    mdx.expressions > 0 ? counted(mdx.expressions, 'expression', 'expressions') : null,
    tags > 0
      ? `${counted(tags, 'component', 'components')} (${shown.join(', ')}; only what stands between tags, or else an image in \`src\`, stays)`
      : null,
  ].filter((part) => part !== null);
  return [
    warnInBody('template-syntax', toPosition(mdx.at), {
      found: `code of MDX, which is not run and not published: ${parts.join('; ') || 'a fragment'}`,
      expected: 'Markdown and HTML',
      fix: 'If readers need it, write it in Markdown.',
    }),
  ];
}

const maxNames = 5;

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
