import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lazy } from '../../package/lazy.ts';
import { packageFolder } from '../../package/package.ts';
import type { OpenPage } from '../layout/plan-release.ts';

/** The client for readers, as `bundle-client.mjs` made it with this package: the same for every site. */
export const clientFiles = lazy((): OpenPage[] =>
  ['client.js', 'client.d.ts', 'client.tgz'].map((name) => {
    const bytes = readFileSync(join(packageFolder(), 'dist', 'client', name));
    return { name, bytes, zipped: name.endsWith('.tgz') ? null : gzipSync(bytes, { level: 9 }) };
  }),
);
