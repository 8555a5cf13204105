import type { Leftover } from '../../markdown/adapt/body-dialect.ts';
import { isComponent } from '../../markdown/checks/check-leftovers.ts';
import { hasTag } from '../../markdown/html/find-tags.ts';

/** What stands in a file that is read as Markdown. */
export const leftovers: readonly Leftover[] = [
  {
    name: 'a component of MDX',
    mayOccur: (markdown) => hasTag(markdown, /[A-Z]/),
    isElement: isComponent,
  },
  {
    name: 'a line of MDX',
    mayOccur: (markdown) =>
      ['import ', 'export '].some((word) => markdown.startsWith(word) || markdown.includes(`\n${word}`)),
    // `import X from 'x'` and `export …`.
    line: /^(?:import\s[^\n]+\sfrom\s+["'][^\n]*|import\s+["'][^\n]*|export\s+(?:const|default|function)\s[^\n]*)/m,
  },
];
