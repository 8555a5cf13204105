import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { removeAtEnd } from '../../support/remove-at-end.ts';
import { isSwiftHere, startSwift, swiftPackages } from '../../support/swift.ts';
import type { TestStore } from '../../support/test-store.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

/** The Node adapter beside a real object store: OpenStack Swift with its S3 interface, and signatures. */
export const nodeFromS3: Target = {
  name: 'Node, from S3 (OpenStack Swift)',
  missing: () => (isSwiftHere() ? null : swiftPackages),
  start,
};

async function start({ dist, out, keys }: Setup): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-node-s3-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const store = await sharedSwift();
    const prefix = await uploaded(store, out);
    const env = {
      GALLEY_KEYS: keys,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_REGION: store.region,
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    };
    await writeFile(join(folder, 'galley.config.yaml'), JSON.stringify({ port: 0 }));
    const args = [join(dist, 'build', 'cli.js'), 'serve', '--from', `s3://${store.bucket}/${prefix}`];
    const startedAt = performance.now();
    const server = await runProgram(process.execPath, args, /^listening on (http:\S+)$/m, { cwd: folder, env });
    const stop = async (): Promise<void> => {
      await server.stop();
      await remove();
    };
    return { address: server.match[1] ?? '', version: process.versions.node, pids: [server.pid], startedAt, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

let swift: Promise<TestStore> | null = null;

/** One for all starts of this process, with which it ends: it takes some seconds to start. */
function sharedSwift(): Promise<TestStore> {
  swift ??= startSwift(() => {}).then((store) => {
    removeAtEnd(store.folder);
    return store;
  });
  return swift;
}

const prefixes = new Map<string, Promise<string>>();

/** Uploads a folder once; gives its prefix. */
function uploaded(store: TestStore, out: string): Promise<string> {
  const prefix = `run-${prefixes.size + 1}`;
  const uploading = prefixes.get(out) ?? upload(store, prefix, out).then(() => prefix);
  prefixes.set(out, uploading);
  return uploading;
}

/** All that lies in the folder, with its earlier releases, which a push would not bring: a store has its own. */
async function upload(
  { endpoint, region, bucket, credentials }: TestStore,
  prefix: string,
  out: string,
): Promise<void> {
  const client = new AwsClient({ ...credentials, service: 's3', region });
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const waiting = files.values();
  const lane = async (): Promise<void> => {
    for (const file of waiting) {
      const path = relative(out, file).split('/').map(encodeURIComponent).join('/');
      const body = new Uint8Array(await readFile(file));
      const response = await client.fetch(`${endpoint}/${bucket}/${prefix}/${path}`, { method: 'PUT', body });
      if (!response.ok) throw new Error(`The store answered ${response.status} to ${path}.`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
