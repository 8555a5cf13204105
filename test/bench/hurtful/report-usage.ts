import { writeFileSync } from 'node:fs';

// Imported before a program: what it took is written to the file that GALLEY_USAGE names, when it ends.
const file = process.env.GALLEY_USAGE;
if (file !== undefined) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS * 1024 }));
  });
}
