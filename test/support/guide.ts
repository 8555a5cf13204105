import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';

/** The code block of an article of the guide that begins with a comment that names `file`. */
export async function readGuideFile(
  article: string,
  file: string,
  named = /^(?:\/\/|#) (\S+\.\w+)$/m,
): Promise<string> {
  const text = await readFile(join(packageFolder(), 'content', `${article}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '');
  const found = blocks.filter((code) => named.exec(code)?.[1] === file);
  if (found.length !== 1) throw new Error(`content/${article}.md holds ${found.length} code blocks for ${file}.`);
  return found[0] ?? '';
}

/** Writes such blocks into a folder under their names. */
export async function writeGuideFiles(article: string, files: readonly string[], folder: string): Promise<void> {
  for (const file of files) await writeFile(join(folder, file), await readGuideFile(article, file));
}
