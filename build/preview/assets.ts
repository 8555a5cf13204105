import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../package/package.ts';
import type { PreviewReply } from './reply.ts';

/** The files of the page, copied into the package when it is compiled. */
const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'article.css': 'text/css; charset=utf-8',
  'favicon.svg': 'image/svg+xml',
  'page.js': 'text/javascript; charset=utf-8',
};

export function readAsset(name: string): PreviewReply | null {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return null;
  return {
    status: 200,
    type,
    body: readFileSync(join(packageFolder(), 'dist', 'build', 'page', name)),
    policy: 'page',
    // A page opened from an article cannot navigate this page.
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin' },
  };
}
