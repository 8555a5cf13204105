import { execFileSync } from 'node:child_process';

/** The product is tested as users run it: compiled. */
export default function compile(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  process.env.GALLEY_COMPILED = 'true';
}
