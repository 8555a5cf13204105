import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toLedgerText } from '../../../build/release/ledger/ledger-files.ts';
import { Ledger } from '../../../src/core/ledger.ts';
import { type FakeStore, startObjectStore } from '../../support/object-store.ts';
import { contentPath, writeContent } from '../data.ts';
import { cli, galleyOut, runGalleyBuild } from '../galley.ts';
import { makeMarkdown } from '../make-markdown.ts';
import { type Relay, startRelay } from '../relay.ts';
import type { Context, Row } from '../row.ts';
import { runProgram } from '../run-program.ts';

/** Characters of a body: that of many articles; with it its JSON has some 9 kB. */
const bodyLength = 4000;

/** What a push of one edit may cost. */
const maxRequests = 20;
const maxMegabytes = 3;

const address = 's3://articles/live';
const ledgerKey = 'live/api/v1/releases.json';

export const pushRow: Row = {
  name: 'push',
  group: 'push',
  isExtra: true,
  about: 'requests and bytes of a push: the first, edits, new articles, articles taken down, a rollback',
  async run(context) {
    const { options, folder } = context;
    // One new article fills the last page file.
    const count = options.articles - 1;
    const middle = Math.ceil(count / 2);
    const ends: (() => Promise<void>)[] = [];
    const store = await startObjectStore({ conditions: 'both', maxKeys: 1000 }, (end) => ends.push(end));
    const relay = await startRelay(store.endpoint);
    try {
      const content = join(folder, 'content');
      writeContent(content, count, bodyLength);
      const fileOf = (id: number): string => join(content, contentPath(id));
      const edit = (id: number, more: number) => writeFile(fileOf(id), makeMarkdown(id, bodyLength + more));
      const step = async (what: string, change: () => Promise<unknown>, isBounded = false): Promise<void> => {
        context.report(what);
        await change();
        await runGalleyBuild(folder, content);
        await measure(what, ['push', address, '--out', galleyOut(folder)], isBounded);
      };
      await step('first push', async () => {});
      await step('nothing changed', async () => {});
      await step('the newest article edited', () => edit(count, 1000), true);
      await step('an article in the middle edited', () => edit(middle, 1000), true);
      await step('the newest article edited, pushed from another machine', async () => {
        await edit(count, 2000);
        await rm(galleyOut(folder), { recursive: true });
      });
      await step('one new article', async () => {
        await mkdir(join(fileOf(count + 1), '..'), { recursive: true });
        await edit(count + 1, 0);
      });
      await step('the newest article but one taken down', () => rm(fileOf(count)));
      await step('an article in the middle taken down', () => rm(fileOf(middle)));
      await measure('rollback of that', ['rollback', '--store', address]);
      await step('the newest article edited, a day after the last push', async () => {
        makeOlder(store);
        await edit(middle, 1000);
        await edit(count + 1, 1000);
      });
      await measure('rollback of that edit', ['rollback', '--store', address]);
    } finally {
      relay.close();
      for (const end of ends) await end();
    }

    async function measure(what: string, args: string[], isBounded = false): Promise<void> {
      context.report(what);
      store.asked.length = 0;
      Object.assign(relay, { sent: 0, received: 0 });
      await runProgram('/usr/bin/env', [...variablesOf(store, relay), process.execPath, cli, ...args], folder);
      report(context, `${what}, of ${count}`, store, relay, isBounded);
    }
  },
};

function report(
  { result, log }: Context,
  what: string,
  { asked }: FakeStore,
  { sent, received }: Relay,
  isBounded: boolean,
): void {
  const kinds = new Map<string, number>();
  for (const each of asked) {
    const [method = '', key = ''] = each.split(' ');
    const kind = key === '' ? 'list' : method;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const [up, down] = [sent / 1e6, received / 1e6];
  const detail = [...kinds].map(([kind, times]) => `${times} ${kind}`).join(', ');
  const atMost = (value: number) => (isBounded ? { atMost: value } : {});
  const row = 'push';
  log(`${what}: ${asked.length} requests (${detail}), ${up.toFixed(2)} MB up, ${down.toFixed(2)} MB down`);
  result.figures.push({ row, what, value: asked.length, unit: 'requests', detail, ...atMost(maxRequests) });
  const bytes = `${up.toFixed(2)} up, ${down.toFixed(2)} down`;
  result.figures.push({ row, what, value: up + down, unit: 'MB', detail: bytes, ...atMost(maxMegabytes) });
}

/** The environment by which a command finds the store, through the relay. */
function variablesOf({ region, credentials }: FakeStore, relay: Relay): string[] {
  return [
    `AWS_ENDPOINT_URL_S3=${relay.address}`,
    `AWS_REGION=${region}`,
    `AWS_ACCESS_KEY_ID=${credentials.accessKeyId}`,
    `AWS_SECRET_ACCESS_KEY=${credentials.secretAccessKey}`,
  ];
}

/** As if all had been pushed the day before yesterday. */
function makeOlder({ objects }: FakeStore): void {
  const { releases } = Ledger.parse(JSON.parse(String(objects.get(ledgerKey))));
  const older = releases.map((entry) => ({ ...entry, since: entry.since - 180_000 }));
  objects.set(ledgerKey, Buffer.from(toLedgerText(older)));
}
