import { expect, test, vi } from 'vitest';
import { checkFragments } from '../../../build/pipeline/check-fragments.ts';
import { type FileRecord, toRecord } from '../../../build/pipeline/incremental/file-record.ts';
import { inWords } from '../../support/in-words.ts';

/** An article whose content has this hash, with links to these fragments of `b.md`. */
function record(path: string, hash: string, fragments: string[] = []): FileRecord {
  const links = fragments.map((fragment, i) => {
    return { address: `b.md#${fragment}`, line: i + 1, column: 3, target: 'b.md', checkedWith: '', problem: null };
  });
  const article = {
    id: 1,
    slug: 'x',
    aliases: [],
    publishAt: 0,
    hash,
    name: '',
    size: 0,
    streamSize: 0,
    streamSizeWithout: 0,
    cutCount: 0,
    terms: [],
  };
  const body = {
    problems: [],
    dependencies: [],
    fragments: links,
    ownLinks: 0,
    article: { ...article, path, media: [], ref: [0, 0, 0, 0] as const },
  };
  return toRecord({ path, kind: 'article', body });
}

const anchors = (): ReadonlySet<string> => new Set(['part', 'größe', 'fn:1']);

const problemsOf = (records: readonly FileRecord[]) => {
  return records.flatMap(
    ({ body }) => body?.fragments.map(({ problem }) => (problem ? inWords([problem])[0]?.found : null)) ?? [],
  );
};

test.each(['part', 'gr%C3%B6%C3%9Fe', 'top', ':~:text=x'])('b.md#%s leads to an anchor', (fragment) => {
  expect(problemsOf(checkFragments([record('a.md', 'a', [fragment]), record('b.md', 'b')], anchors))).toEqual([null]);
});

test('a fragment that leads to nothing is a problem, with the nearest that does', () => {
  const [checked] = checkFragments([record('a.md', 'a', ['part', 'parts']), record('b.md', 'b')], anchors);
  expect(checked?.body?.fragments[1]).toMatchObject({
    checkedWith: 'b',
    problem: {
      ...{ line: 2, column: 3, code: 'broken-anchor' },
      facts: { says: 'brokenAnchor', address: 'b.md#parts', page: 'b.md', near: 'part' },
    },
  });
});

test('nothing is checked where the other is no article', () => {
  const [checked] = checkFragments(
    [record('a.md', 'a', ['parts']), toRecord({ path: 'b.md', kind: 'invalid' })],
    anchors,
  );
  expect(problemsOf(checked ? [checked] : [])).toEqual([null]);
});

test('a link is checked again when the other article changes, and only then', () => {
  const read = vi.fn(anchors);
  const files = [record('a.md', 'a', ['parts']), record('b.md', 'b')];
  const once = checkFragments(files, read);
  const twice = checkFragments(once, read);
  expect(twice[0]).toBe(once[0]);
  expect(read).toHaveBeenCalledTimes(1);
  const [changed] = checkFragments([twice[0] ?? record('a.md', ''), record('b.md', 'c')], () => new Set(['parts']));
  expect(changed?.body?.fragments[0]).toMatchObject({ checkedWith: 'c', problem: null });
  expect(read).toHaveBeenCalledTimes(1);
});
