import { expect, test } from 'vitest';
import { plainDialects } from '../../../build/dialects/index.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import type { BuiltFiles } from '../../../build/pipeline/builder.ts';
import { toRecord } from '../../../build/pipeline/incremental/file-record.ts';
import { createFileList } from '../../../build/preview/file-list.ts';

const setting = { trustedHtml: false, dialects: plainDialects, contentOptions: defaultContentOptions };

/** What a build found: of each path, what is in the file. */
function toFiles(texts: Record<string, string>): BuiltFiles {
  const paths = Object.keys(texts).sort();
  return {
    sources: paths.map((path) => ({ path, file: `/nowhere/${path}`, state: '', isCertain: true })),
    records: paths.map((path) => toRecord({ path, kind: 'article', hash: texts[path] ?? '' })),
    older: [],
  };
}

const start = { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' };

/** The files after each of the builds that follow the first, what a page shows, and where it goes. */
const rows: [what: string, shown: string, builds: Record<string, string>[], next: string][] = [
  ['nothing', 'a.md', [start], 'a.md'],
  ['a save of the shown file', 'a.md', [{ ...start, 'a.md': '2' }], 'a.md'],
  ['a save of another', 'a.md', [{ ...start, 'b.md': '2' }], 'b.md'],
  ['a save where no file is shown', '', [{ ...start, 'b.md': '2' }], 'b.md'],
  ['a save of both', 'b.md', [{ ...start, 'a.md': '2', 'b.md': '2' }], 'b.md'],
  [
    'two saves',
    'a.md',
    [
      { ...start, 'b.md': '2' },
      { ...start, 'b.md': '2', 'c.md': '2' },
    ],
    'c.md',
  ],
  ['a new file', 'a.md', [{ ...start, 'new.md': 'n' }], 'new.md'],
  ['a rename', 'a.md', [{ 'z.md': 'a', 'b.md': 'b', 'c.md': 'c' }], 'z.md'],
  ['a rename with a save of another', 'a.md', [{ 'z.md': 'a', 'b.md': '2', 'c.md': 'c' }], 'z.md'],
  ['a move that changes the text', 'a.md', [{ 'in/a.md': '2', 'b.md': '2', 'z.md': 'z' }], 'in/a.md'],
  ['a rename of two with the same text', 'b.md', [{ 'in/a.md': 'b', 'in/b.md': 'b' }], 'in/b.md'],
  [
    'two renames',
    'a.md',
    [
      { 'y.md': 'a', 'b.md': 'b' },
      { 'z.md': 'a', 'b.md': 'b' },
    ],
    'z.md',
  ],
  [
    'a rename and its reverse',
    'a.md',
    [
      { 'z.md': 'a', 'b.md': 'b' },
      { 'a.md': 'a', 'b.md': 'b' },
    ],
    'a.md',
  ],
  ['a delete', 'a.md', [{ 'b.md': 'b', 'c.md': 'c' }], 'a.md'],
  [
    'a delete, then a save',
    'a.md',
    [
      { 'b.md': 'b', 'c.md': 'c' },
      { 'b.md': 'b', 'c.md': '2' },
    ],
    'c.md',
  ],
  [
    'a delete, and the file again',
    'a.md',
    [
      { 'b.md': 'b', 'c.md': 'c' },
      { ...start, 'a.md': '2' },
    ],
    'a.md',
  ],
  [
    'a rename, then a save of another',
    'a.md',
    [
      { 'z.md': 'a', 'b.md': 'b' },
      { 'z.md': 'a', 'b.md': '2' },
    ],
    'z.md',
  ],
  [
    'a save of what is deleted then',
    'a.md',
    [
      { ...start, 'b.md': '2' },
      { 'a.md': 'a', 'c.md': 'c' },
    ],
    'a.md',
  ],
];

test.each(rows)('after %s, the page of %j shows the file that it should', (_, shown, builds, next) => {
  const list = createFileList(setting);
  list.receive(toFiles(start), [], 1);
  for (const [i, files] of builds.entries()) list.receive(toFiles(files), [], i + 2);
  expect(list.next(shown, 1)).toBe(next);
  // Who has seen the last build, waits there.
  expect(list.next(next, builds.length + 1)).toBe(next);
});

test('what was saved before a page was written does not move it', () => {
  const list = createFileList(setting);
  list.receive(toFiles(start), [], 1);
  list.receive(toFiles({ ...start, 'b.md': '2' }), [], 2);
  list.receive(toFiles({ ...start, 'b.md': '2', 'new.md': '' }), [], 3);
  expect(list.next('a.md', 2)).toBe('new.md');
  expect(list.next('a.md', 3)).toBe('a.md');
});
