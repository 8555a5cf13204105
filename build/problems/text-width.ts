import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import { lazy } from '../package/lazy.ts';

const load = lazy(() => createRequire(import.meta.url)('string-width') as { default: typeof stringWidth });

/** Columns of a terminal that a text takes. What counts those of other characters than ASCII takes 20 ms to load. */
export function textWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : load().default(text);
}

/**
 * Lines that fit a terminal, broken at spaces; those that go on are indented as what they go on with. Longer words stay
 * whole. What is no terminal has no `columns`, and one that does not say its size has 0: they take lines as they are.
 */
export function wrapText(text: string, { columns }: { columns?: number | undefined }): string {
  if (!columns) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      const lines: string[] = [];
      let current = '';
      for (const word of line.trim().split(' ')) {
        const longer = current === '' ? indent + word : `${current} ${word}`;
        if (current !== '' && textWidth(longer) > columns) lines.push(current);
        current = current !== '' && textWidth(longer) > columns ? indent + word : longer;
      }
      return [...lines, current];
    })
    .join('\n');
}
