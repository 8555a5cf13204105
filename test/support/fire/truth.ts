import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { openRelease, type Release } from '../../../src/core/release.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { ask, key, type TestResponse } from '../release.ts';
import type { Got } from './crawler.ts';

export interface Truth {
  /** What a release responds to who has a key, by the core alone. */
  ask(release: string, target: string, headers?: Record<string, string>): Promise<TestResponse>;
  /** Whether a response is, byte for byte, that of the release that it names; of a page whose order another release kept, each article. */
  isRight(target: string, headers: Record<string, string>, got: Got): Promise<boolean>;
}

/** The truth of all releases that this folder holds. */
export function truthOf(out: string): Truth {
  const storage = diskStorage(join(out, 'api', 'v1'));
  onTestFinished(() => storage.close());
  const opened = new Map<string, Promise<Release>>();
  return { ask: askOpened, isRight };

  async function askOpened(id: string, target: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    const opening = opened.get(id) ?? openRelease(id, storage);
    opened.set(id, opening);
    const now = new Date().toISOString().replace(/\.\d+/, '');
    return ask({ storage, release: await opening }, target, { headers: { ...headers, 'x-api-key': key }, now });
  }

  async function isRight(target: string, headers: Record<string, string>, got: Got): Promise<boolean> {
    const release = String(got.headers['galley-release']);
    const expected = await askOpened(release, target, headers);
    if (expected.status !== 410 || got.status !== 200) {
      const isSame = got.status === expected.status && got.headers.etag === expected.headers.ETag;
      return isSame && got.bytes.equals(expected.bytes);
    }
    const isGzip = got.headers['content-encoding'] === 'gzip';
    const { data } = JSON.parse(String(isGzip ? gunzipSync(got.bytes) : got.bytes));
    const flag = target.includes('exclude_h1=true') ? '?exclude_h1=true' : '';
    for (const article of data) {
      const { text } = await askOpened(release, `/api/v1/articles/${article.id}${flag}`);
      if (JSON.stringify(article) !== JSON.stringify(JSON.parse(text))) return false;
    }
    return true;
  }
}
