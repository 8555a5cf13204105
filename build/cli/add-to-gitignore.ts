import { appendFile, readFile } from 'node:fs/promises';
import type { Output } from './output.ts';

/** Adds lines to .gitignore that neither it nor a line for their first folder has, and prints them. */
export async function addToGitignore(lines: readonly string[], output: Output): Promise<void> {
  const text = await readFile('.gitignore', 'utf8').catch(() => '');
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, '');
  const there = new Set(text.split(/\r?\n/).map(bare));
  const missing = lines.filter((line) => !there.has(bare(line)) && !there.has(bare(line).split('/')[0] ?? ''));
  if (missing.length === 0) return;
  await appendFile('.gitignore', `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  output.print(`Added to .gitignore: ${missing.join(', ')}`);
}
