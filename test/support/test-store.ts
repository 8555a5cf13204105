import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Credentials } from '../../src/storage/s3.ts';

/** A store for tests: what a storage needs, and its address. */
export interface TestStore {
  endpoint: string;
  region: string;
  bucket: string;
  credentials: Credentials;
  /** Ends it, as a power cut would. */
  stop(): Promise<void>;
}

/** The environment by which a command finds a store. */
export function toVariables({ endpoint, region, credentials }: TestStore): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

/** Tries up to three times, since somebody may take a port of it before it listens there. */
export async function startStore<T>(name: string, tryToStart: () => Promise<T | null>): Promise<T> {
  for (let left = 3; left > 0; left--) {
    const store = await tryToStart();
    if (store !== null) return store;
  }
  throw new Error(`${name} did not start.`);
}

/** Makes the bucket as soon as the store can; false where it never does, or where one of its programs ends. */
export async function makeBucket(store: Omit<TestStore, 'stop'>, children: readonly Child[]): Promise<boolean> {
  const client = new AwsClient({ ...store.credentials, service: 's3', region: store.region, retries: 0 });
  const make = (): Promise<number> =>
    client.fetch(`${store.endpoint}/${store.bucket}`, { method: 'PUT' }).then(
      ({ status }) => status,
      () => 0,
    );
  for (let tries = 0; tries < 1500 && children.every(({ exitCode }) => exitCode === null); tries++) {
    if ((await make()) === 200) return true;
    await setTimeout(20);
  }
  return false;
}

export type Child = ChildProcessByStdio<Writable, null, null>;

/** Ends a program when standard input ends, which it does with this process, however that ends. */
const untilInputEnds =
  'exec 3<&0; "$@" 3<&- & child=$!; (cat <&3 >/dev/null; kill -9 $child 2>/dev/null) & exec 3<&-; wait $child';

/** Starts a program that ends with this process. */
export function run(command: string, options: string[]): Child {
  const child = spawn('/bin/sh', ['-c', untilInputEnds, 'sh', command, ...options], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
  // Who forgets it still comes to its end.
  child.unref();
  (child.stdin as Writable & { unref?: () => void }).unref?.();
  return child;
}

export async function kill(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}
