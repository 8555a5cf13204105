/** @module-tag program */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toKeysEntry } from '../../src/keys/keys-env.ts';
import { bun } from '../conformance/targets/bun.ts';
import { deno } from '../conformance/targets/deno.ts';
import { lambda } from '../conformance/targets/lambda.ts';
import { wranglerR2 } from '../conformance/targets/wrangler-r2.ts';
import { root } from '../support/command.ts';
import { allKeys, buildWithDrafts, contentWithDrafts, marker, page, secrets } from '../support/drafts.ts';
import { hasForAll } from '../support/needs.ts';

const list = '/api/v1/articles';

describe.each([deno, bun, lambda, wranglerR2].map((target) => [target.name, target] as const))('%s', (_, target) => {
  const missing = target.missing();
  const canRun = hasForAll(missing ?? target.name, missing === null);

  test.runIf(canRun)('gives drafts to their keys, and nothing of them to others', { timeout: 120_000 }, async () => {
    const { out, drafts } = await buildWithDrafts([contentWithDrafts]);
    const keys = allKeys.map(toKeysEntry).join();
    const { address, stop } = await target.start({ dist: join(root, 'dist'), out, drafts, keys });
    try {
      const ask = async (path: string, key?: string, more: Record<string, string> = {}) => {
        const headers = { ...(key !== undefined && { 'X-Api-Key': key }), ...more };
        const response = await fetch(`${address}${path}`, { headers, redirect: 'manual' });
        const body = Buffer.from(await response.arrayBuffer()).toString();
        return { status: response.status, mark: response.headers.get('Galley-Preview'), body };
      };
      const files = await readdir(join(drafts, 'media'));
      const image = (start: string) => `/api/v1/drafts/media/${files.find((name) => name.startsWith(start))}`;
      const [photo, header] = [image(`${marker}-photo`), image(`${marker}-header`)];

      const all = await ask(list, secrets.reviewer);
      expect([all.status, all.mark, JSON.parse(all.body).data.length]).toEqual([200, 'draft', 9]);
      expect(await ask(photo, secrets.reviewer)).toMatchObject({ status: 200, mark: 'draft' });
      for (const path of [`${list}/${marker}-one`, header])
        expect.soft(await ask(path, secrets.narrow), path).toMatchObject({ status: 200, mark: 'draft' });
      for (const path of [list, `${list}/${marker}-two`, photo])
        expect.soft((await ask(path, secrets.narrow)).status, path).toBe(404);
      expect((await ask(list, secrets.expired)).status).toBe(401);

      for (const key of [secrets.web, undefined]) {
        const found = await Promise.all(
          [list, '/api/v1/terms?kind=tag', '/api/v1/changes', '/openapi.json', '/'].map((path) => ask(path, key)),
        );
        expect(JSON.stringify(found)).not.toContain(marker);
        const wanted = [`${list}/${marker}-one`, photo, photo.replace('/api/v1/drafts', '')].map((path) =>
          ask(path, key),
        );
        expect((await Promise.all(wanted)).map(({ status }) => status)).toEqual([key ? 404 : 401, 404, 404]);
      }

      expect((await ask(list, secrets.site)).status).toBe(401);
      const ofPage = await ask(list, secrets.site, { Origin: page });
      expect([ofPage.status, JSON.parse(ofPage.body).data.length]).toEqual([200, 5]);
    } finally {
      await stop();
    }
  });
});
