import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { pointerPath } from '../../../src/core/format.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { splitWords } from '../../package/split-words.ts';
import { releaseMark } from '../../source/entries.ts';
import { hasContent } from './public-files.ts';

/** What Galley writes into `out`, and what people put beside it. */
const expected = new Set(
  splitWords(
    'api media index.html index.md favicon.svg openapi.json front-matter.schema.json llms.txt index.html.gz',
    'index.md.gz favicon.svg.gz openapi.json.gz llms.txt.gz .well-known favicon.ico favicon.png',
    'apple-touch-icon.png robots.txt humans.txt security.txt 404.html sitemap.xml site.webmanifest CNAME _headers',
    '_redirects .nojekyll .assetsignore .gitignore .gitkeep .keep .DS_Store Thumbs.db README.md .htaccess web.config',
  ),
);

/** How many names a message lists. */
const maxNames = 5;

/**
 * Throws `UsageError` where `out` holds something that does not belong to a release, such as a project or a home
 * folder. Accepts a folder that is missing, is empty, holds a release, or holds only `expected` names.
 */
export function checkOut(out: string): void {
  const others = list(out).filter((name) => !isExpected(out, name));
  if (others.length === 0 || existsSync(join(out, 'api', 'v1', pointerPath))) return;
  const named = others.slice(0, maxNames).join(', ');
  const more = others.length > maxNames ? ` and ${others.length - maxNames} more` : '';
  throw new UsageError(
    `out: found ${out}, which holds other files (${named}${more}). ` +
      'Expected a folder only for the release: it does not exist yet, is empty, or holds an earlier build. ' +
      'Choose another folder with --out, such as public, or empty this one.',
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
  if (/^\.(?:draft|lock)-/.test(name)) return true;
  if (name === 'api')
    return list(join(out, name)).every((each) => ['v1', ...denyingFiles].includes(each) || each.startsWith('.lock'));
  return expected.has(name);
}

/**
 * What web servers obey that were pointed at the release by mistake: nothing in the folder is theirs to serve. A server
 * that does not know a directive responds with an error, which is as good. No `_redirects`: Cloudflare's assets would
 * follow it in the place of files of the release.
 */
const denying: Readonly<Record<string, string>> = {
  /** Apache, LiteSpeed. */
  '.htaccess': `# ${releaseMark.words}. Articles are for galley serve alone, which asks for a key.
Require all denied
`,
  /** IIS: of all extensions, none is allowed. */
  [releaseMark.file]: `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${releaseMark.words}. Articles are for galley serve alone, which asks for a key. -->
<configuration>
  <system.webServer>
    <security>
      <requestFiltering>
        <fileExtensions allowUnlisted="false"><clear /></fileExtensions>
      </requestFiltering>
    </security>
  </system.webServer>
</configuration>
`,
};

/** Their names. */
const denyingFiles = Object.keys(denying);

/**
 * Says to web servers that nothing below `folder` is for them, and to git, with `.gitignore` in `more`, that nothing is
 * its own. Call it before anything else is written there.
 */
export async function denyFolder(folder: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...denying, ...more })) {
    const file = join(folder, name);
    if (hasContent(file, Buffer.from(text))) continue;
    // What a killed build leaves of it goes with what it leaves of its lock.
    await writeWhole(file, join(folder, `.lock-${name}`), text, { durable: true });
  }
}

/** Removes the public files and media that killed builds left unfinished. Call it under the lock. */
export function clearDrafts(out: string): void {
  for (const folder of [out, join(out, 'media')]) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names) if (/^\.(?:draft|lock)-/.test(name)) rmSync(join(folder, name), { force: true });
  }
}
