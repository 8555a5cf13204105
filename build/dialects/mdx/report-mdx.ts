import { type BodyProblem, warnInBody } from '../../markdown/checks/body-problems.ts';
import type { Position } from '../../problems/problem.ts';
import type { UnwrappedMdx } from './unwrap-mdx.ts';

/** What of a file of MDX is not published, in one warning. */
export function reportMdx(mdx: UnwrappedMdx, toPosition: (offset: number) => Position): BodyProblem[] {
  if (mdx.at === -1) return [];
  const tags = [...mdx.components.values()].reduce((sum, count) => sum + count, 0);
  const names = [...mdx.components.keys()].map((name) => `\`<${name}>\``);
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
  const parts = [
    mdx.modules > 0 ? counted(mdx.modules, '`import` or `export`', '`import`s and `export`s') : null,
    mdx.expressions > 0 ? counted(mdx.expressions, 'expression', 'expressions') : null,
    tags > 0
      ? `${counted(tags, 'component', 'components')} (${shown.join(', ')}), of which only the content stays`
      : null,
  ].filter((part) => part !== null);
  return [
    warnInBody('template-syntax', toPosition(mdx.at), {
      found: `what only a program can show, and is left out: ${parts.join('; ') || 'a fragment'}`,
      expected: 'Markdown and HTML: nothing of MDX is run',
      fix: 'Write in Markdown what readers should see in its place, if they miss anything.',
    }),
  ];
}

const mostNames = 5;

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
