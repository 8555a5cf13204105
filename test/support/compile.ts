import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Commands are tested as users run them: compiled. Says at the end which tests were left out, and why. */
export default function compile(): () => void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
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
