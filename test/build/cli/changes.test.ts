import { describe, expect, test } from 'vitest';
import { toChangesText } from '../../../build/cli/changes.ts';
import { toChangesMarkdown } from '../../../build/cli/changes-markdown.ts';
import type { ArticleState, Changes } from '../../../build/release/changes/changes.ts';

const pages = { before: 41, after: 41, changed: 0 };

/** Nothing differs, but for what is given. */
function make(fields: Partial<Changes>): Changes {
  return {
    ...{ before: 'b'.repeat(32), after: 'a'.repeat(32), articles: { before: 9, after: 9 }, site: null },
    ...{ added: [], changed: [], removed: [], moved: [], addresses: [] },
    ...{ list: pages, media: { added: [], removed: [] } },
    ...fields,
  };
}

function state(id: number, fields: Partial<ArticleState> = {}): ArticleState {
  return { id, slug: `s${id}`, title: `Title ${id}`, publishAt: '2026-01-01T00:00:00Z', isPublished: true, ...fields };
}

const later = { publishAt: '2036-01-01T00:00:00Z', isPublished: false };

/** Something of every kind. */
const all = make({
  added: [state(1), state(2, later), state(12, { slug: 'blue', title: 'Tea' })],
  removed: [state(3), state(4, later), state(13, { slug: 'black', title: 'Tea' })],
  changed: [
    { id: 5, before: state(5), after: state(5), fields: ['title', 'html', 'markdown'] },
    { id: 6, before: state(6, { slug: 'old' }), after: state(6, { slug: 'new' }), fields: ['slug', 'title'] },
    { id: 7, before: state(7), after: state(7, { publishAt: '2026-02-01T00:00:00Z' }), fields: ['publish_at'] },
    { id: 8, before: state(8), after: state(8, later), fields: ['publish_at', 'published_at'] },
    { id: 9, before: state(9, later), after: state(9), fields: ['publish_at', 'html'] },
    { id: 10, before: state(10, later), after: state(10, later), fields: ['html'] },
    { id: 11, before: state(11), after: state(11), fields: [] },
  ],
  moved: [
    { before: state(6, { slug: 'old' }), after: state(6, { slug: 'new' }), keepsSlug: true },
    { before: state(13, { slug: 'black' }), after: state(12, { slug: 'blue' }), keepsSlug: false },
  ],
  addresses: [
    { article: 's1', before: { status: 404 }, after: { status: 200, id: 1 } },
    { article: 's3', before: { status: 200, id: 3 }, after: { status: 404 } },
    { article: 'old', before: { status: 200, id: 6 }, after: { status: 308, to: 'new' } },
    { article: 'taken', before: { status: 200, id: 30 }, after: { status: 200, id: 31 } },
  ],
  list: { before: 41, after: 42, changed: 42 },
  media: { added: ['new.1f.png'], removed: ['old.2e.png'] },
});

describe('as text', () => {
  test('each kind has its words, and what readers lose comes first', () => {
    expect(toChangesText(all, false)).toBe(`\
For readers: 1 article removed, 1 hidden, 2 moved, 1 re-dated, 2 changed, 1 added, 1 shown; 3 scheduled articles changed.
  removed    s3
  hidden     s8    until 2036-01-01T00:00:00Z
  moved      new   was old, which leads here; title
  moved      blue  was black, which does not lead here; id 13 → 12
  re-dated   s7    2026-01-01T00:00:00Z → 2026-02-01T00:00:00Z
  changed    s5    title, html, markdown
  changed    s11   what exclude_h1 removes
  added      s1
  shown      s9    was for 2036-01-01T00:00:00Z; html
  scheduled  s4    removed, was for 2036-01-01T00:00:00Z
  scheduled  s10   for 2036-01-01T00:00:00Z; html
  scheduled  s2    added, for 2036-01-01T00:00:00Z
  response   /articles/s3     200 → 404
  response   /articles/old    200 → 308 to /articles/new
  response   /articles/s1     404 → 200
  response   /articles/taken  200, id 30 → 200, id 31
  image      /media/new.1f.png  shown now
  image      /media/old.2e.png  not shown any more
  list       42 of 42 live pages change, 41 pages before and 42 now`);
  });

  test.each<[string, Partial<Changes>, string]>([
    ['nothing', {}, ''],
    ['a first release', { before: null }, 'This is the first release: everything is new to readers.'],
    [
      'what is scheduled alone',
      { added: [state(1, later)] },
      'For readers: nothing changes now; 1 scheduled article changed.\n  scheduled  s1  added, for 2036-01-01T00:00:00Z',
    ],
    [
      'an alias alone',
      { addresses: [{ article: 'once', before: { status: 404 }, after: { status: 308, to: 's1' } }] },
      'For readers: 1 address responds differently.\n  response   /articles/once  404 → 308 to /articles/s1',
    ],
    [
      'another site',
      {
        site: { before: 'http://a.example', after: 'https://b.example' },
        list: { ...pages, changed: 41 },
      },
      'For readers: every link begins with https://b.example, no longer with http://a.example.\n' +
        '  list       41 of 41 live pages change',
    ],
    [
      'a slug of wide characters',
      {
        added: [state(1, { slug: '緑茶' })],
        changed: [{ id: 2, before: state(2), after: state(2), fields: ['html'] }],
      },
      'For readers: 1 article changed, 1 added.\n  changed    s2    html\n  added      緑茶',
    ],
  ])('%s', (_title, fields, expected) => {
    expect(toChangesText(make(fields), false)).toBe(expected);
  });

  test('of many the first five are shown, the rest is counted, and all are shown where all are asked for', () => {
    const changes = make({ added: Array.from({ length: 1205 }, (_, i) => state(i)) });
    expect(toChangesText(changes, false).split('\n').slice(-2)).toEqual([
      '  added      s4',
      '  added      and 1,200 more (--all shows them)',
    ]);
    expect(toChangesText(changes, true).split('\n')).toHaveLength(1206);
  });
});

describe('as Markdown', () => {
  const comment = { against: 'main, commit 0123456789ab', errors: [], older: [], link: null };

  test('a headline, a table to see, others folded', () => {
    const { added, removed, changed, addresses } = all;
    const changes = make({
      added: added.slice(0, 2),
      removed: removed.slice(0, 1),
      changed: changed.slice(0, 1),
      addresses,
    });
    const link = (slug: string): string => `https://example.com/${slug}`;
    expect(toChangesMarkdown({ ...comment, changes, link })).toBe(`\
### For readers: 1 article removed, 1 changed, 1 added; 1 scheduled article changed

|  | Article |  |
| --- | --- | --- |
| removed | [Title 3](https://example.com/s3) \`s3\` |  |
| changed | [Title 5](https://example.com/s5) \`s5\` | title, html, markdown |
| added | Title 1 \`s1\` |  |
| scheduled | Title 2 \`s2\` | added, for 2036-01-01T00:00:00Z |

<details><summary>4 changed responses</summary>

| Address | before | after |
| --- | --- | --- |
| \`/articles/s3\` | 200 | 404 |
| \`/articles/old\` | 200 | 308 to /articles/new |
| \`/articles/s1\` | 404 | 200 |
| \`/articles/taken\` | 200, id 30 | 200, id 31 |

</details>

Compared with main, commit 0123456789ab.`);
  });

  test.each<[string, string]>([
    ['@someone and #12', '@<!-- -->someone and #<!-- -->12'],
    ['a | b', 'a \\| b'],
    ['</details><b>x</b> & y', '\\</details\\>\\<b\\>x\\</b\\> \\& y'],
    ['[x](javascript:alert(1)) `y` *z*', '\\[x\\](javascript\\:alert(1)) \\`y\\` \\*z\\*'],
    ['two\nlines', 'two lines'],
    ['\u202egnp.exe', '\ufffdgnp.exe'],
    ['https://example.com/x', 'https\\://example.com/x'],
  ])('the title %j is shown as it is', (title, expected) => {
    const text = toChangesMarkdown({ ...comment, changes: make({ added: [state(1, { title })] }) });
    expect(text).toContain(`| added | ${expected} \`s1\` |  |`);
  });

  test('is never too long for a comment, and counts the rows that do not fit', () => {
    const title = '漢字'.repeat(80);
    const many = Array.from({ length: 3000 }, (_, i) => state(i, { title, slug: '漢'.repeat(150) + i }));
    const addresses = many.map(({ slug, id }) => {
      return { article: slug, before: { status: 404 as const }, after: { status: 200 as const, id } };
    });
    const text = toChangesMarkdown({ ...comment, changes: make({ added: many, addresses }) });
    expect(text.length).toBeLessThanOrEqual(65_000);
    expect(text.length).toBeGreaterThan(60_000);
    expect(text).toContain('### For readers: 3,000 articles added\n');
    const [, more = ''] = /… and ([\d,]+) more\. `galley diff --all` lists them\.\n\n<\/details>/.exec(text) ?? [];
    expect(Number(more.replace(',', '')) + text.split('\n| added').length - 1).toBe(3000);
    expect(text).toContain('<details><summary>3,000 changed responses</summary>\n\n… and 3,000 more');
    expect(text.endsWith('\n\nCompared with main, commit 0123456789ab.')).toBe(true);
  });

  test('errors come first, and where nothing was compared it says so', () => {
    const errors = [
      {
        ...{ code: 'bad-date' as const, severity: 'error' as const, path: 'content/a.md', line: 3, column: 13 },
        facts: { found: '`publish_at: 2026-02-30`, a day or time that does not exist', expected: '', fix: '' },
      },
    ];
    expect(toChangesMarkdown({ ...comment, changes: null, errors })).toBe(`\
### 1 error in the content: nothing would be published

| Error |  | Found |
| --- | --- | --- |
| \`content/a.md:3:13\` | bad-date | \\\`publish\\_at\\: 2026\\-02\\-30\\\`, a day or time that does not exist |

Compared with main, commit 0123456789ab.`);
    expect(toChangesMarkdown({ ...comment, changes: make({}), errors })).toContain(
      '### 1 error in the content. Nothing changes for readers\n',
    );
  });

  test('articles are named that stay as they were last published', () => {
    const text = toChangesMarkdown({ ...comment, changes: make({}), older: ['content/a.md', 'content/b_c.md'] });
    expect(text).toContain('until their files are fixed or removed: `content/a.md`, `content/b_c.md`.');
  });

  test('a first release is counted', () => {
    const changes = make({ before: null, articles: { before: 0, after: 9 } });
    expect(toChangesMarkdown({ ...comment, changes })).toMatch(/^### The first release: 9 articles\n/);
  });
});
