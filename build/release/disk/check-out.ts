import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../../src/core/format.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { denyingFiles } from './deny-folder.ts';

/** What Galley writes into `out`, and what people put beside it. */
const expected = new Set([
  ...['api', 'media', 'index.html', 'index.md', 'favicon.svg', 'openapi.json', 'front-matter.schema.json', 'llms.txt'],
  ...['index.html.gz', 'index.md.gz', 'favicon.svg.gz', 'openapi.json.gz', 'llms.txt.gz'],
  ...['.well-known', 'favicon.ico', 'favicon.png', 'apple-touch-icon.png', 'robots.txt', 'humans.txt', 'security.txt'],
  ...['404.html', 'sitemap.xml', 'site.webmanifest', 'CNAME', '_headers', '_redirects', '.nojekyll'],
  ...['.assetsignore', '.gitignore', '.gitkeep', '.keep', '.DS_Store', 'Thumbs.db', 'README.md'],
]);

/** How many names a message lists. */
const most = 5;

/**
 * Throws `UsageError` where `out` holds something that does not belong to a release, such as a project or a home folder. Accepts a
 * folder that is missing, is empty, holds a release, or holds only `expected` names.
 */
export function checkOut(out: string): void {
  const others = list(out).filter((name) => !isExpected(out, name));
  if (others.length === 0 || existsSync(join(out, 'api', 'v1', pointerPath))) return;
  const named = others.slice(0, most).join(', ');
  const more = others.length > most ? ` and ${others.length - most} more` : '';
  throw new UsageError(
    `out: found ${out}, which holds what is no release (${named}${more}). ` +
      'Expected a folder for the release alone: one that is not there yet, is empty, or that an earlier build wrote. ' +
      'Choose another with --out, such as public, or empty this one.',
  );
}

function list(out: string): string[] {
  try {
    return readdirSync(out).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') {
      throw new UsageError(
        `out: found ${out}, which is a file or below one. Expected a folder. Choose another with --out.`,
      );
    }
    throw error;
  }
}

function isExpected(out: string, name: string): boolean {
  // A build that was killed left its lock and temporary files.
  if (name.startsWith('.draft-')) return true;
  if (name === 'api')
    return list(join(out, name)).every((each) => ['v1', ...denyingFiles].includes(each) || each.startsWith('.lock'));
  return expected.has(name);
}
