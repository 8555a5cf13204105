import { readFileSync, writeFileSync } from 'node:fs';
import { toSeconds } from './to-seconds.ts';

// Imported before a program: what it took is written to the file that GALLEY_USAGE names, when it ends.
const file = process.env.GALLEY_USAGE;
if (file !== undefined) {
  process.once('exit', () => {
    const seconds = toSeconds(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8'));
    writeFileSync(file, JSON.stringify({ seconds, peak: process.resourceUsage().maxRSS * 1024 }));
  });
}
