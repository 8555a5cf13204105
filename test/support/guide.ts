import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';

/** The code blocks of an article of the guide that begin with a comment that names a file: names and code. */
async function readNamedBlocks(
  article: string,
  named = /^(?:\/\/|#|<!--) (\S+\.\w+)(?: -->)?$/m,
): Promise<[file: string, code: string][]> {
  const text = await readFile(join(packageFolder(), 'content', `${article}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return blocks.flatMap((code) => {
    const file = named.exec(code)?.[1];
    return file === undefined ? [] : [[file, code]];
  });
}

/** The block that names `file`. */
export async function readGuideFile(article: string, file: string, named?: RegExp): Promise<string> {
  const found = (await readNamedBlocks(article, named)).filter(([name]) => name === file);
  if (found.length !== 1) throw new Error(`content/${article}.md holds ${found.length} code blocks for ${file}.`);
  return found[0]?.[1] ?? '';
}

/** All of these blocks whose file's path has `pattern`, by path. */
export async function readGuideFiles(article: string, pattern: RegExp): Promise<Record<string, string>> {
  return Object.fromEntries((await readNamedBlocks(article)).filter(([file]) => pattern.test(file)));
}
