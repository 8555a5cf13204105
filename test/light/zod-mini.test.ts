import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import * as format from '../../src/core/format.ts';
import { StoredKey } from '../../src/core/keys.ts';
import { Ledger } from '../../src/core/ledger.ts';
import * as parameters from '../../src/core/parameters.ts';

const name = '0123456789abcdef0123456789abcdef';
const digest = 'a'.repeat(64);

/** What each schema takes. */
const samples: Record<string, readonly unknown[]> = {
  Pointer: [{ format: format.formatVersion, release: name, unknown: 1 }],
  Index: [
    {
      format: format.formatVersion,
      site: 'https://a.example:8443',
      pages: [[name, 3, -5, 9, 'd']],
      shards: [name, name],
      open: [['index.html', name]],
    },
    { format: format.formatVersion, site: 'http://[::1]', pages: [], shards: [], open: [] },
  ],
  LookupShard: [
    { ids: [1], idPlaces: [0], slugs: ['a'], slugPlaces: [0], moved: [['b', 'a', 0]], media: [['m.svg', 0]] },
  ],
  Ledger: [
    {
      format: format.formatVersion,
      releases: [
        { release: name, since: 1, articles: 2, isWhole: true, bytes: 3, changes: null, takenDown: null },
        {
          release: name,
          since: 1,
          articles: 2,
          isWhole: false,
          bytes: 3,
          changes: { added: 1, changed: 0, removed: 0 },
          takenDown: [7],
        },
      ],
    },
  ],
  StoredKey: [
    { name: 'web', digest },
    { name: 'web', digest, expires: 5, revoked: true },
    { name: 'web', digest, expires: undefined },
  ],
  Page: [1, Number.MAX_SAFE_INTEGER],
  PerPage: [1, 100],
  ExcludeH1: [true, false],
  SnapshotToken: ['12-0123456789abcdef', '0-0123456789abcdef'],
};

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

const byZod: Record<string, Schema> = { ...format, ...parameters, StoredKey, Ledger } as never;
let light: Record<string, Schema> = {};

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('zod/mini', () => import('../../src/light/zod-mini.ts'));
  light = {
    ...(await import('../../src/core/format.ts')),
    ...(await import('../../src/core/parameters.ts')),
    ...(await import('../../src/core/keys.ts')),
    ...(await import('../../src/core/ledger.ts')),
  } as never;
  vi.doUnmock('zod/mini');
});

/** Messages of zod itself are not repeated: nobody reads them. */
const isOurs = (message: string): boolean => /^(?:The|Expected) /.test(message);

function judge(schema: Schema | undefined, value: unknown): unknown {
  const { success, data, error } = schema?.safeParse(value) ?? {};
  const [first] = error?.issues ?? [];
  return {
    success,
    data: success ? data : null,
    path: first?.path,
    message: isOurs(first?.message ?? '') && first?.message,
  };
}

test.each(Object.keys(samples))('%s: what zod takes, it takes as zod does', (schema) => {
  expect(light[schema]).not.toBe(byZod[schema]);
  for (const sample of samples[schema] ?? []) {
    expect(byZod[schema]?.safeParse(sample).success).toBe(true);
    expect(judge(light[schema], sample)).toStrictEqual(judge(byZod[schema], sample));
  }
});

const odd = fc.oneof(
  fc.constantFrom(undefined, null, true, 0, -1, 1.5, 101, 2 ** 53, Number.NaN, '', 'x', 'A'.repeat(64), name, [], {}, [
    [],
  ]),
  fc.anything({ maxDepth: 2 }),
);

test.each(Object.keys(samples))('%s: what zod refuses, it refuses at the same place', (schema) => {
  const changed = fc
    .tuple(fc.constantFrom(...(samples[schema] ?? [])), fc.array(fc.nat(9), { maxLength: 5 }), odd)
    .map(([sample, way, value]) => change(sample, way, value));
  fc.assert(
    fc.property(fc.oneof(changed, odd), (value) => {
      expect(judge(light[schema], value)).toStrictEqual(judge(byZod[schema], value));
    }),
    { numRuns: 400 },
  );
});

/** A copy in which what a way down through it leads to is another value. */
function change(value: unknown, [turn, ...way]: readonly number[], other: unknown): unknown {
  if (turn === undefined || typeof value !== 'object' || value === null) return other;
  if (Array.isArray(value)) {
    const at = turn % (value.length + 1);
    return at === value.length ? [...value, other] : value.with(at, change(value[at], way, other));
  }
  const keys = Object.keys(value);
  const key = keys[turn % keys.length] ?? '';
  return { ...value, [key]: change((value as Record<string, unknown>)[key], way, other) };
}
