import type { BodyToken } from '../marked/tokens.ts';
import { walkTokens } from '../marked/walk-tokens.ts';
import { endless } from './elements.ts';
import { createTagFinder } from './find-tags.ts';

/** Takes one block after the other; returns how many elements the HTML in all of them so far leaves open. */
export function trackOpen(): (block: BodyToken) => number {
  const findTags = createTagFinder();
  const open: string[] = [];
  const counts = new Map<string, number>();
  return (block) => {
    walkTokens([block], (token) => {
      if (token.type !== 'html') return;
      for (const { name, closing, empty } of findTags(token.text)) {
        if (!closing && !empty && !endless.has(name)) {
          open.push(name);
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        // Pops each element once. Searching all open elements for each end tag would take the square of their number.
        for (let left = closing ? (counts.get(name) ?? 0) : 0, last = ''; left > 0 && last !== name; ) {
          last = open.pop() ?? name;
          counts.set(last, (counts.get(last) ?? 1) - 1);
        }
      }
    });
    return open.length;
  };
}
