import { expect, test } from 'vitest';
import { findAgainst } from '../../../build/cli/against.ts';
import { toLedgerText, toPointerText } from '../../../build/release/ledger/ledger-files.ts';
import { pointerPath } from '../../../src/core/format.ts';
import { ledgerPath } from '../../../src/core/ledger.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { makeFolder } from '../../support/server.ts';

const id = (start: string): string => start.padEnd(32, '0');

/** A release folder whose ledger has these releases, oldest first. */
function readerOf(current: string | null, ledger: readonly string[] | null) {
  const files = new Map<string, Buffer>();
  if (current !== null) files.set(pointerPath, Buffer.from(toPointerText(id(current))));
  const entries = ledger?.map((each, since) => ({
    release: id(each),
    since,
    articles: 1,
    isWhole: true,
    bytes: 1,
    changes: null,
    takenDown: null,
    delta: null,
  }));
  if (entries !== undefined) files.set(ledgerPath, Buffer.from(toLedgerText(entries)));
  return memoryStorage(files);
}

async function find(against: string | undefined, current: string | null, ledger: readonly string[] | null) {
  const content = { root: await makeFolder(), folders: [''] };
  return findAgainst(against, readerOf(current, ledger), { content, out: 'public' });
}

test.each<[string, string | undefined, string | null, string[] | null, unknown]>([
  [
    'the current release',
    undefined,
    'aaaa1',
    ['bbbb1', 'aaaa1'],
    { kind: 'release', name: null, release: id('aaaa1') },
  ],
  ['nothing', undefined, null, null, { kind: 'nothing', name: null }],
  ['a kept release', 'bbbb', 'aaaa1', ['bbbb1', 'aaaa1'], { kind: 'release', name: 'bbbb', release: id('bbbb1') }],
  [
    'one that was current twice',
    'bbbb',
    'bbbb1',
    ['bbbb1', 'aaaa1', 'bbbb1'],
    { kind: 'release', release: id('bbbb1') },
  ],
  ['the current one without a ledger', 'aaaa', 'aaaa1', null, { kind: 'release', release: id('aaaa1') }],
])('finds %s', async (_title, against, current, ledger, expected) => {
  expect(await find(against, current, ledger)).toMatchObject(expected as object);
});

test.each<[string, string, string | null, string[], RegExp]>([
  [
    'the start of two',
    'bbbb',
    'aaaa1',
    ['bbbb1', 'bbbb2', 'aaaa1'],
    /^--against: found bbbb\. 2 kept releases of public begin with it: bbbb20000000, bbbb10000000\. Expected the start of only one id\./,
  ],
  [
    'one that never became current',
    'cccc',
    'aaaa1',
    ['aaaa1', 'cccc1'],
    /the releases aaaa10000000 in public; .* is not in a git repository\./,
  ],
  [
    'fewer digits than four',
    'aaa',
    'aaaa1',
    ['aaaa1'],
    /found aaa, which is neither a kept release nor a branch, tag or commit/,
  ],
  ['an option of git', '--all', null, [], /found --all, which is neither .* public has no release yet/],
])('refuses %s', async (_title, against, current, ledger, message) => {
  await expect(find(against, current, ledger)).rejects.toThrow(message);
});
