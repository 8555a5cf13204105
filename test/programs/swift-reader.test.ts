/** @module-tag program */
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { s3Storage } from '../../src/storage/s3.ts';
import { type Place, testStorage } from '../support/storage-contract.ts';
import { hasSwift, startSwift, type TestStore } from '../support/swift.ts';

describe.skipIf(!hasSwift())('s3 of OpenStack Swift', () => {
  let store: TestStore;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    store = await startSwift((end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  testStorage(async (): Promise<Place> => {
    const prefix = "a folder/50% + ä'(1)";
    const client = new AwsClient({ ...store.credentials, service: 's3', region: store.region });
    const ask = async (method: string, path: string, body?: Buffer): Promise<void> => {
      const url = `${store.endpoint}/${store.bucket}/${[...prefix.split('/'), ...path.split('/')].map(encodeURIComponent).join('/')}`;
      expect((await client.fetch(url, { method, ...(body && { body: new Uint8Array(body) }) })).ok).toBe(true);
    };
    return {
      storage: s3Storage({ ...store, prefix, attemptTimeout: 60_000, timeout: 60_000 }),
      put: (path, content) => ask('PUT', path, content),
      remove: (path) => ask('DELETE', path),
    };
  });
});
