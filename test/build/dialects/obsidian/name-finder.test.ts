import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createNameFinder } from '../../../../build/dialects/obsidian/name-finder.ts';
import { cases } from '../../../support/amount.ts';

const fold = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** The slow obvious way: all files are looked at for each link. */
function findSlowly(paths: readonly string[], link: string, from: string): string | null {
  const folder = posix.dirname(from);
  const wanted = link
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\.md$/, '');
  const [relative, tail] = [posix.join(folder, wanted), fold(wanted)];
  const ranked = paths.flatMap((path) => {
    const name = path.replace(/\.md$/, '');
    const names = [name.replace(/\/(?:index|readme)$/i, ''), name].map(fold);
    if (!names.some((each) => posix.basename(each) === fold(posix.basename(wanted)))) return [];
    const isBelow = names.some((each) => `/${each}`.endsWith(`/${tail}`));
    const isNear = fold(relative) === names[0] || names.some((each) => `/${tail}`.endsWith(`/${each}`));
    if (!isBelow && !isNear) return [];
    const distance = name === relative ? 0 : !isBelow ? 3 : posix.dirname(path) === folder ? 1 : 2;
    return [{ path, rank: distance * 1000 + path.split('/').length }];
  });
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.path ?? null;
}

const segment = fc.constantFrom('a', 'A', 'b', 'a b', 'a-b', 'index', 'README');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `${segments.join('/')}.md`);
const link = fc
  .array(fc.oneof({ weight: 8, arbitrary: segment }, fc.constantFrom('..', '.', '')), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'))
  .filter((text) => text.replace(/^(?:\.?\/)+/, '') !== '');

test('a wiki link leads to the file that a search through all of them finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), link, path, (paths, name, from) => {
      const find = createNameFinder('nowhere', [''], () => paths);
      expect(find(name, from)).toBe(findSlowly(paths, name, from));
    }),
    cases(3000),
  );
});

test('hundreds of wiki links beside hundreds of files of that name check each file once', () => {
  const paths = Array.from({ length: 300 }, (_, i) => `folder-${i}/Name.md`);
  const find = createNameFinder('nowhere', [''], () => paths);
  const folded = vi.spyOn(String.prototype, 'normalize');
  for (let i = 0; i < 900; i++) {
    const from = `folder-${i % 300}/other.md`;
    expect(find('Name', from)).toBe(`folder-${i % 300}/Name.md`);
    expect(find(`x${i}/Name`, from)).toBeNull();
  }
  const looks = folded.mock.calls.length;
  folded.mockRestore();
  expect(looks).toBeLessThan(10 * (paths.length + 2 * 900));
});
