import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { articleHead, renderedView } from '../../../build/preview/article.ts';
import { type FileRow, selectRows, sortRows } from '../../../build/preview/file-row.ts';
import { html } from '../../../build/preview/html.ts';
import { type PreviewFacts, toPreviewPage } from '../../../build/preview/page.ts';
import { type PageQuery, readPageQuery, toPageAddress } from '../../../build/preview/page-query.ts';
import { problemPane } from '../../../build/preview/problem-items.ts';
import { reportProblem } from '../../../build/problems/report-problem.ts';
import { cases } from '../../support/amount.ts';

const now = Date.parse('2026-06-01T00:00:00Z') / 1000;

const toRow = (path: string, more: Partial<FileRow> = {}): FileRow => ({
  ...{ path, kind: 'article', reason: null, title: `Title of ${path}`, publishAt: now - 1000, slug: path },
  ...{ aliases: [], errors: 0, warnings: 0, ...more },
});

const at = (query: string): PageQuery => readPageQuery(new URLSearchParams(query));

const pageOf = (rows: FileRow[], query = '', more: Partial<PreviewFacts> = {}): string => {
  const facts = { version: '1 true', errors: 0, warnings: 0, failure: null, hasBuilt: true, now };
  return toPreviewPage({ place: at(query), rows, ...facts, ...more }, '', html``);
};

const pathsOf = (page: string): string[] =>
  [...page.matchAll(/<code>(.*?)<\/code><\/span><\/a>/g)].map(([, path = '']) => path);

/** Names of elements, and of their attributes, in the order of the page. */
function shapeOf(page: string): string[] {
  const shape: string[] = [];
  const visit = (node: ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>['children'][number]): void => {
    if (node.type === 'element') shape.push(`${node.tagName} ${Object.keys(node.properties).join(' ')}`);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromHtml(page));
  return shape;
}

test('whatever files, titles, problems and requests say, the page has the same elements', () => {
  const special = [
    '<',
    '>',
    '"',
    "'",
    '&',
    '/',
    '=',
    '`',
    '<script>',
    '</title>',
    '-->',
    '<!--',
    ']]>',
    '&lt;',
    '\n',
    ' ',
  ];
  const word = fc.array(fc.oneof(fc.constantFrom(...special), fc.string({ minLength: 1 })), { minLength: 1 });
  const text = word.map((parts) => `x${parts.join('').replaceAll('`', '')}`);
  const toShape = (name: (i: number) => string): string[] => {
    const place = { ...at(''), file: name(0), query: name(0) };
    const rows = [toRow(place.file, { title: name(2), kind: 'hidden', reason: name(3), warnings: 1 })];
    const problem = reportProblem(
      'bad-date',
      name(0),
      { line: 1, column: 1 },
      { found: name(4), expected: name(5), fix: name(6) },
    );
    const pane = problemPane([problem], place, (shown) =>
      shown.map((each) => ({ ...each, editor: name(7), source: { text: name(8), indent: 1 } })),
    );
    const article = {
      ...{ id: 1, slug: name(1), title: name(2), excerpt: name(3), header_image_url: name(4) },
      html: '',
    };
    const facts = { place, row: rows[0] ?? toRow(''), site: name(5), editor: name(6), isHeld: false, now };
    const given = article as unknown as Parameters<typeof renderedView>[0]['article'];
    const shown = renderedView({ article: given, body: '', isTitled: false, notes: null }, name(7));
    const all = { place, rows, version: name(8), errors: 1, warnings: 0, failure: name(9), hasBuilt: true, now };
    return shapeOf(toPreviewPage(all, name(2), html`${pane}${articleHead({ ...facts, article: given })}${shown}`));
  };
  const plain = toShape((i) => `x${i}`);
  fc.assert(
    fc.property(fc.array(text, { minLength: 10, maxLength: 10 }), (names) => {
      expect(toShape((i) => names[i] ?? '')).toEqual(plain);
    }),
    cases(100),
  );
});

test('an address says all that a page shows, and no more', () => {
  const filter = fc.constantFrom('all' as const, 'published' as const, 'problem' as const);
  const view = fc.constantFrom('rendered' as const, 'json' as const, 'problems' as const);
  const page = fc.oneof(fc.constant(null), fc.integer({ min: 1 }));
  const word = fc.string({ unit: 'grapheme' });
  const place = fc.record({ file: word, view, excludeH1: fc.boolean(), query: word, state: filter, page });
  fc.assert(
    fc.property(place, (given) => {
      expect(readPageQuery(new URL(toPageAddress(given), 'http://localhost').searchParams)).toEqual(given);
    }),
    cases(100),
  );
  expect(toPageAddress(at('view=none&state=&page=-1&exclude_h1=0&other=1'))).toBe('/dev/?');
});

const many = sortRows(Array.from({ length: 250 }, (_, i) => toRow(`${i}.md`, { publishAt: now - i })));

test.each([
  ['', ['0.md', '99.md'], 'Page 1 of 3'],
  ['page=2', ['100.md', '199.md'], 'Page 2 of 3'],
  ['page=900', ['200.md', '249.md'], 'Page 3 of 3'],
  ['file=130.md', ['100.md', '199.md'], 'Page 2 of 3'],
  ['file=130.md&page=1', ['0.md', '99.md'], 'Page 1 of 3'],
  ['file=gone.md', ['0.md', '99.md'], 'Page 1 of 3'],
  ['q=24', ['24.md', '249.md'], '13 of 250'],
])('of 250 files, /dev/?%s lists a page', (query, [first, last], words) => {
  const page = pageOf(many, query);
  const paths = pathsOf(page);
  expect([paths[0], paths.at(-1)]).toEqual([first, last]);
  expect(page).toContain(words);
});

const rows = [
  toRow('broken.md', { kind: 'invalid', errors: 1, publishAt: now - 9 }),
  toRow('warned.md', { warnings: 2, publishAt: now - 8 }),
  toRow('undated.md', { kind: 'hidden', reason: 'without a date', publishAt: null }),
  toRow('later.md', { publishAt: now + 5 }),
  toRow('new.md', { slug: 'a-name', title: 'Of the Ä' }),
  toRow('old.md', { publishAt: 0 }),
];

test.each([
  ['all', '', ['broken.md', 'warned.md', 'undated.md', 'later.md', 'new.md', 'old.md']],
  ['published', '', ['warned.md', 'new.md', 'old.md']],
  ['scheduled', '', ['later.md']],
  ['hidden', '', ['undated.md']],
  ['problem', '', ['broken.md', 'warned.md']],
  ['all', 'NEW.md', ['new.md']],
  ['all', '  of THE ä ', ['new.md']],
  ['all', 'a-name', ['new.md']],
  ['all', 'title old', ['old.md']],
  ['hidden', 'new', []],
] as const)(
  'of the files that are %s, those with %j are found, first those with problems, then the newest',
  (state, query, paths) => {
    const found = selectRows(sortRows(rows.toReversed()), { query, state }, now);
    expect(found.map(({ path }) => path)).toEqual(paths);
  },
);

test('the list counts the files of each state, and says why one is hidden', () => {
  const page = pageOf(rows, 'state=hidden');
  const tabs = [...page.matchAll(/<a href="[^"]*"(?: aria-current="true")?>([A-Z][a-z ]+ [\d,]+)<\/a>/g)];
  expect(tabs.map(([, name]) => name)).toEqual(['All 6', 'Published 3', 'Scheduled 1', 'Hidden 1', 'With problem 2']);
  expect(page).toContain('<i class="state">without a date</i>');
  expect(page).toContain(`data-next="${(now + 5) * 1000}"`);
  expect(pageOf([])).toContain('There is no Markdown file in the content folder yet.');
  expect(pageOf(rows, 'q=nowhere')).toContain('No file matches.');
});
