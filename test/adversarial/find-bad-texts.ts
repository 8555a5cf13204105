import { isQuick, isSoak } from '../support/amount.ts';
import { buildText } from './build-text.ts';
import { findSlow, isRefused, most, timeOf } from './growth.ts';
import type { Pattern } from './pattern.ts';

/** How large each text is made in turn, in bytes. */
const sizes = isQuick ? [1000] : isSoak ? [16_000, 64_000, 256_000, 1_000_000] : [1000, 8000];

/** The texts that take too long, up to three, and those that become neither an article nor a problem. */
export function findBadTexts(texts: readonly Pattern[]): { slow: string[]; silent: string[] } {
  const [largest = 0] = sizes.slice(-1);
  const slow: string[] = [];
  const silent: string[] = [];
  for (const { name, file = 'a.md', make } of texts) {
    for (const size of sizes) {
      const time = timeOf(() => {
        const { article, reason, problems } = buildText(make(size), file);
        if (article == null && reason !== 'template' && problems.length === 0) silent.push(name);
      });
      if (!isSoak || (size < largest && time < most)) continue;
      const found = findSlow(make, (text) => isRefused(buildText(text, file)), size, time);
      if (found === null) continue;
      slow.push(`${size} bytes: ${found}: ${name}`);
      break;
    }
    // Each of them takes long, and the first ones say enough.
    if (slow.length === 3) break;
  }
  return { slow, silent };
}
