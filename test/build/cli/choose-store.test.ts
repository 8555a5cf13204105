import { expect, test } from 'vitest';
import { chooseStore, type StoreFlags } from '../../../build/cli/choose-store.ts';
import { Config } from '../../../build/cli/settings.ts';

const [one, other] = ['s3://one/p', 's3://other'];

test.each<[unknown, StoreFlags, ReturnType<typeof chooseStore>]>([
  [null, {}, null],
  [null, { store: other }, { address: other, isLocked: true }],
  [null, { store: other, lock: false }, { address: other, isLocked: false }],
  [{ address: one }, {}, { address: one, isLocked: true }],
  [{ address: one }, { out: 'public' }, null],
  [{ address: one, lock: false }, {}, { address: one, isLocked: false }],
  [{ address: one, lock: false }, { store: other }, { address: other, isLocked: true }],
  [{ address: one }, { lock: false }, { address: one, isLocked: false }],
])('with store: %j and %j', (store, flags, expected) => {
  expect(chooseStore(Config.parse({ store }), flags)).toEqual(expected);
});

test.each(['one', 'https://one', 's3://', 's3://key:secret@one'])('%s is no address of a store', (address) => {
  expect(Config.safeParse({ store: { address } }).success).toBe(false);
});
