import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Says at the end of a run which tests were left out, and why. Once, however many projects run. */
export default function listLeftOut(): (() => void) | undefined {
  if (process.env.GALLEY_LEFT_OUT !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'galley-left-out-'));
  const file = join(folder, 'left-out.txt');
  writeFileSync(file, '');
  process.env.GALLEY_LEFT_OUT = file;
  return () => {
    const missing = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
    rmSync(folder, { recursive: true });
    if (missing.size === 0) return;
    console.log(`\nLeft out, since these are not here:\n${[...missing].map((what) => `  ${what}\n`).join('')}`);
  };
}
