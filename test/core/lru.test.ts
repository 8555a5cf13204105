import { expect, test } from 'vitest';
import { admitOnSecondUse, lru } from '../../src/core/lru.ts';

/** Keys in the order in which they were loaded; a key in `failing` fails. */
function noting(limit: number, failing: ReadonlySet<string> = new Set()) {
  const loaded: string[] = [];
  const recall = lru<string, string>(limit);
  const load = async (key: string) => {
    loaded.push(key);
    if (failing.has(key)) throw new Error(key);
    return key.toUpperCase();
  };
  return { get: (key: string) => recall(key, () => load(key)), loaded };
}

test('loads once, also for those who ask at the same time', async () => {
  const { get, loaded } = noting(2);
  expect(await Promise.all([get('a'), get('a')])).toEqual(['A', 'A']);
  expect([await get('a'), loaded]).toEqual(['A', ['a']]);
});

test('each waits for its own loading alone, and what came is kept for all', async () => {
  const recall = lru<string, string>(2, true);
  const never = recall('a', () => new Promise(() => {}));
  expect(await recall('a', async () => 'A')).toBe('A');
  expect(recall('a', async () => 'B')).toBe('A');
  expect(await Promise.race([never, 'still on its way'])).toBe('still on its way');
});

test('forgets what was not asked for longest', async () => {
  const { get, loaded } = noting(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});

test('a failure reaches all who wait, and tried again', async () => {
  const failing = new Set(['a']);
  const { get, loaded } = noting(2, failing);
  const both = await Promise.allSettled([get('a'), get('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failing.delete('a');
  expect([await get('a'), loaded]).toEqual(['A', ['a', 'a']]);
});

test('what may not be kept reaches all who wait, and is loaded again', async () => {
  const recall = lru<string, string>(2, false, (value) => value !== 'none');
  const loaded: string[] = [];
  const get = () => recall('a', async () => ['none', 'A'][loaded.push('a') - 1] ?? '');
  expect(await Promise.all([get(), get()])).toEqual(['none', 'none']);
  expect([await get(), await get(), loaded.length]).toEqual(['A', 'A', 2]);
});

test('what is known is given at once', async () => {
  const { get } = noting(2);
  expect(get('a')).toBeInstanceOf(Promise);
  await get('a');
  expect(get('a')).toBe('A');
});

test('what is asked for once leaves nothing behind; from the second time on it is remembered', () => {
  const recall = admitOnSecondUse<string, string>(2);
  const loaded: string[] = [];
  const get = (key: string) =>
    recall(key, () => {
      loaded.push(key);
      return key;
    });
  for (const key of ['a', 'a', 'a', 'b', 'c', 'a']) get(key);
  expect(loaded).toEqual(['a', 'a', 'b', 'c']);
  for (const key of ['d', 'e', 'f', 'g', 'h', 'a']) get(key);
  expect(loaded).toEqual(['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a']);
});
