import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { UsageError } from '../src/usage-error.ts';
import { compareText } from './problem.ts';
import type { SourceFile } from './stages.ts';

/** All Markdown files below `content`, in the same order everywhere. Links on disk are not followed. */
export async function discover(content: string): Promise<SourceFile[]> {
  const folder = await stat(content).catch(() => null);
  if (folder === null || !folder.isDirectory()) {
    throw new UsageError(
      `The content folder ${content} ${folder === null ? 'does not exist' : 'is not a folder'}. ` +
        'Name the folder of your Markdown files with --content, or as content in galley.config.yaml.',
    );
  }
  const found = await fastGlob('**/*.{md,markdown}', {
    cwd: content,
    caseSensitiveMatch: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
  });
  return found
    .map((path) => ({ path: path.normalize('NFC'), file: join(content, path) }))
    .sort((a, b) => compareText(a.path, b.path));
}
