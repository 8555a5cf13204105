import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { UsageError } from '../src/usage-error.ts';
import { compareText, type Problem } from './problem.ts';
import { reportProblem, topOfFile } from './report-problem.ts';
import type { SourceFile } from './stages.ts';

/**
 * All Markdown files below `content`, in the same order everywhere. Links on disk are not followed, since they may lead
 * out of it; those with the name of a Markdown file are reported.
 */
export async function discover(content: string): Promise<{ sources: SourceFile[]; problems: Problem[] }> {
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
    onlyFiles: false,
    objectMode: true,
  });
  const files = found.filter(({ dirent }) => dirent.isFile());
  const links = found.filter(({ dirent }) => dirent.isSymbolicLink());
  return {
    sources: files
      .map(({ path }) => ({ path: path.normalize('NFC'), file: join(content, path) }))
      .sort((a, b) => compareText(a.path, b.path)),
    problems: links.map(({ path }) => symbolicLink(path.normalize('NFC'))),
  };
}

function symbolicLink(path: string): Problem {
  return reportProblem(
    'symbolic-link',
    path,
    topOfFile,
    {
      found: 'a link on disk, which is not followed',
      expected: 'a file',
      mend: 'Put the file itself there, or take the link away.',
    },
    'warning',
  );
}
