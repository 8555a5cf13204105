import { execFileSync } from 'node:child_process';

/** Commands are tested as users run them: compiled. */
export default function compile(): void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
}
