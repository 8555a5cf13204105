import type { Article } from '../../src/core/article.ts';

/** Stands in the text of every article, and nowhere else: a response without a key must not hold it. */
export const secret = 'for-readers-with-a-key';

/** The states of the content, one after the other. */
export type Version = 'first' | 'second' | 'third';

/** An article, what it is made of, and what is expected of it. */
interface Source {
  /** Only in these; in all by default. */
  versions?: readonly Version[];
  front?: Record<string, unknown>;
  body: string;
  /** Of `body`: those that do not follow from it simply. */
  expected: Partial<Article> & Pick<Article, 'id' | 'slug' | 'title' | 'publish_at'>;
  isHidden?: boolean;
  /** Whether the file has a byte-order mark, and CRLF at the end of lines. */
  isOfWindows?: boolean;
}

/** Files under the content folder. */
const assetNames = {
  svg: 'press.svg',
  png: 'dot.png',
  video: 'film.mp4',
  scheduled: 'later.png',
  removed: 'removed.png',
  hidden: 'hidden.png',
  csv: 'größen.csv',
  slides: 'talk.key',
} as const;

/** Their bytes. The svg is long enough for a gzip form. */
export const assets = {
  [assetNames.svg]: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${'<path d="M0 0h9v9"/>'.repeat(80)}</svg>\n`,
  ),
  [assetNames.png]: toPng(''),
  [assetNames.video]: Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251)),
  [assetNames.scheduled]: toPng('later'),
  [assetNames.removed]: toPng('removed'),
  [assetNames.hidden]: toPng('hidden'),
  [assetNames.csv]: Buffer.from('a,b\n1,2\n'),
  [assetNames.slides]: Buffer.from('PK\x03\x04<script>alert(1)</script>'),
};

/** An image of one pixel; `more` lies behind its end, so that two of them differ. */
function toPng(more: string): Buffer {
  const pixel =
    '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55' +
    '0000000a49444154789c63f80f0001010100b138f6140000000049454e44ae426082';
  return Buffer.concat([Buffer.from(pixel, 'hex'), Buffer.from(more)]);
}

/** When the plain article of that number is published: one each hour. */
const hourOf = (number: number): string => toDate(Date.UTC(2024, 0, 1) + number * 3_600_000);
const halfPast = (number: number): string => toDate(Date.UTC(2024, 0, 1) + number * 3_600_000 + 1_800_000);

function toDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000', '');
}

const plain = (id: number, at: string, more: Partial<Source> = {}): Source => ({
  body: `Text ${id} ${secret}.\n`,
  expected: { id, slug: `article-${id}`, title: `Article ${id}`, publish_at: at },
  ...more,
});

/** Two at the same second: the greater id comes first. */
const numbered = Array.from({ length: 131 }, (_, index) => index + 1);
/** Stands under a key that no setting declares. */
export const privateNote = 'for-nobody';

/** Fields of authors: one of each type. */
export const fields = {
  ...({ series: 'text', featured: 'boolean', rating: 'number', people: 'list' } as const),
  ...({ home: 'url', photo: 'image', gallery: 'images', extra: 'any' } as const),
};

/** What the files of 60 articles have in these fields. */
export function valuesOf(id: number): Record<keyof typeof fields, unknown> {
  return {
    series: `Größe ${id % 4}`,
    featured: id % 2 === 0,
    rating: (id % 5) + 0.5,
    people: [`P${id % 3}`, 'Everyone'],
    home: `https://www.example.com/${id}`,
    photo: assetNames.png,
    gallery: [assetNames.png, assetNames.svg],
    extra: { list: [id, null, { at: '2024-01-01' }] },
  };
}

const ordinary = numbered
  .filter((id) => id !== 60)
  .map((id) =>
    plain(id, hourOf(id === 31 ? 30 : id), id > 61 ? {} : { front: { ...valuesOf(id), note: privateNote } }),
  );

const before: readonly Version[] = ['first', 'second'];
/** What makes the order of the kept release another than that of the current one. */
const moving = [
  plain(150, halfPast(10), { versions: ['first'] }),
  plain(151, halfPast(20), { versions: ['second'] }),
  plain(152, halfPast(25), { versions: ['third'] }),
  plain(60, hourOf(60), { versions: before }),
  plain(60, '2024-06-01T00:00:00Z', { versions: ['third'] }),
];

const long = Array.from({ length: 3000 }, (_, line) => `Line ${line} of a long text, ${secret}, ${line * 7919}.`);

/** What follows the headings of article 205. */
const kept = {
  markdown: '## Second level\n\n```\n# not a heading\n```\n',
  html: '<h2 id="second-level">Second level</h2>\n<pre><code># not a heading\n</code></pre>\n',
};

/** Article 205 without its headings of level one, whichever way they are written. */
export const withoutHeadings = {
  html: `<p>One ${secret}</p>\n<p>Two</p>\n<blockquote>\n<p>Three</p>\n</blockquote>\n${kept.html}`,
  markdown: `One ${secret}\n\nTwo\n\n> Three\n\n${kept.markdown}`,
};

const special: Source[] = [
  {
    front: {
      aliases: ['früher', 'old-name'],
      excerpt: 'A <short> text & "quotes"',
      meta_title: 'Über die Brücke | Example',
      meta_description: 'For machines',
      header_image: assetNames.png,
      published_at: '2023-12-24T17:00:00+01:00',
      updated_at: '2024-03-01T09:30:00Z',
    },
    body: `Über die Brücke, ${secret} 🚀.\n`,
    expected: {
      id: 201,
      slug: 'über-die-brücke',
      title: 'Über die Brücke 🚀',
      publish_at: '2024-02-01T12:00:00Z',
      published_at: '2023-12-24T16:00:00Z',
      updated_at: '2024-03-01T09:30:00Z',
      excerpt: 'A <short> text & "quotes"',
      meta_title: 'Über die Brücke | Example',
      meta_description: 'For machines',
      header_image_url: `media:${assetNames.png}`,
    },
  },
  plain(202, '2024-02-02T00:00:00Z', {
    expected: { id: 202, slug: '文章', title: '文章 🚀', publish_at: '2024-02-02T00:00:00Z' },
  }),
  // Letters beyond 16 bits.
  plain(203, '2024-02-03T00:00:00Z', {
    expected: { id: 203, slug: '𐐀𐐁', title: 'Deseret', publish_at: '2024-02-03T00:00:00Z' },
  }),
  plain(204, '2024-02-04T00:00:00Z', {
    expected: { id: 204, slug: 'v1.2_notes-X', title: 'Notes', publish_at: '2024-02-04T00:00:00Z' },
  }),
  {
    front: { excerpt: 'Headings', tags: ['Größe', 'b'], author: 'Ada Lovelace' },
    body: `# First\n\nOne ${secret}\n\nUnderlined\n==========\n\nTwo\n\n<h1>Raw</h1>\n\n> # Deep\n>\n> Three\n\n${kept.markdown}`,
    expected: {
      ...{ id: 205, slug: 'headings', title: 'Headings', publish_at: '2024-02-05T00:00:00Z', excerpt: 'Headings' },
      html:
        `<h1 id="first">First</h1>\n<p>One ${secret}</p>\n<h1 id="underlined">Underlined</h1>\n<p>Two</p>\n` +
        `<h1>Raw</h1><blockquote>\n<h1 id="deep">Deep</h1>\n<p>Three</p>\n</blockquote>\n${kept.html}`,
    },
  },
  {
    front: { excerpt: 'Pictures' },
    body: `![Press](press.svg)\n\n![Dot](dot.png)\n\n<video src="film.mp4" controls></video>\n\n[Data](größen.csv) [Slides](talk.key) ${secret}\n`,
    expected: {
      ...{ id: 206, slug: 'pictures', title: 'Pictures', publish_at: '2024-02-06T00:00:00Z', excerpt: 'Pictures' },
      html:
        '<p><img src="media:press.svg" alt="Press"></p>\n' +
        '<p><img src="media:dot.png" alt="Dot" width="1" height="1" loading="lazy" decoding="async"></p>\n' +
        '<p><video src="media:film.mp4" controls=""></video></p>\n' +
        `<p><a href="media:größen.csv">Data</a> <a href="media:talk.key">Slides</a> ${secret}</p>\n`,
      markdown: `![Press](media:press.svg)\n\n![Dot](media:dot.png)\n\n<video src="media:film.mp4" controls></video>\n\n[Data](media:größen.csv) [Slides](media:talk.key) ${secret}\n`,
    },
  },
  {
    front: { excerpt: 'Long' },
    body: `${long.join('\n\n')}\n`,
    expected: {
      ...{ id: 207, slug: 'long', title: 'Long', publish_at: '2024-02-07T00:00:00Z', excerpt: 'Long' },
      html: long.map((line) => `<p>${line}</p>\n`).join(''),
    },
  },
  // The greatest id, and the longest slug.
  plain(2 ** 31 - 1, '2024-02-08T00:00:00Z', {
    expected: {
      ...{ id: 2 ** 31 - 1, slug: `${'a'.repeat(199)}ü`, title: 'Greatest', publish_at: '2024-02-08T00:00:00Z' },
    },
  }),
  {
    front: { excerpt: 'Unsafe' },
    body: `<p onclick="alert(1)">Text ${secret}</p>\n\n[A link](javascript:alert(1))\n`,
    expected: {
      ...{ id: 209, slug: 'unsafe', title: 'Unsafe', publish_at: '2024-02-09T00:00:00Z', excerpt: 'Unsafe' },
      html: `<p>Text ${secret}</p><p><a>A link</a></p>\n`,
    },
  },
  {
    front: { excerpt: 'Windows' },
    body: `One ${secret}\n\nTwo\n`,
    expected: {
      ...{ id: 210, slug: 'windows', title: 'Windows', publish_at: '2024-02-10T00:00:00Z', excerpt: 'Windows' },
      html: `<p>One ${secret}</p>\n<p>Two</p>\n`,
    },
    isOfWindows: true,
  },
  // Their images lie there as long as the second release is kept.
  plain(211, '2024-02-11T00:00:00Z', {
    versions: before,
    front: { header_image: assetNames.removed },
    body: `![Dot](dot.png) ${secret}\n`,
  }),
  plain(212, '2024-02-12T00:00:00Z', { versions: before, body: `![Hidden](hidden.png) ${secret}\n` }),
  plain(212, '2024-02-12T00:00:00Z', {
    versions: ['third'],
    front: { draft: true },
    body: `![Hidden](hidden.png) ${secret}\n`,
    isHidden: true,
  }),
  {
    front: { aliases: ['not-yet-alias'], excerpt: 'Later', tags: ['Secret', 'b'] },
    body: `![Later](later.png)\n\nText ${secret}\n`,
    expected: { id: 901, slug: 'not-yet', title: 'Not yet', publish_at: '2099-01-01T00:00:00Z' },
    isHidden: true,
  },
  {
    front: { draft: true, aliases: ['draft-alias'] },
    body: `Text ${secret}\n`,
    expected: { id: 902, slug: 'a-draft', title: 'A draft', publish_at: '2024-01-01T00:00:00Z' },
    isHidden: true,
  },
];

const sources: readonly Source[] = [...ordinary, ...moving, ...special];

/** The files of a content folder, and the articles that are published, in the order of the list. */
export function contentOf(version: Version): { files: Record<string, string | Buffer>; published: Article[] } {
  const own = sources.filter(({ versions }) => versions?.includes(version) ?? true);
  const files: Record<string, string | Buffer> = { ...assets };
  for (const source of own) files[`${source.expected.id}.md`] = toFile(source);
  const published = own.filter(({ isHidden }) => isHidden !== true).map(toArticle);
  return { files, published: published.sort(byDate) };
}

function byDate(a: Article, b: Article): number {
  return Date.parse(b.publish_at) - Date.parse(a.publish_at) || b.id - a.id;
}

function toFile({ front = {}, body, expected: { id, slug, title, publish_at }, isOfWindows }: Source): string {
  const text = `---json\n${JSON.stringify({ id, slug, title, publish_at, ...front })}\n---\n${body}`;
  return isOfWindows === true ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text;
}

/** What the contract expects. `media:NAME` stands for the address of an image, which holds a hash. */
function toArticle({ body, expected }: Source): Article {
  const text = body.trim();
  const { id, slug, title, publish_at } = expected;
  const excerpt = expected.excerpt ?? text;
  return {
    ...{ id, slug, excerpt, title },
    meta_title: expected.meta_title ?? title,
    meta_description: expected.meta_description ?? excerpt,
    html: expected.html ?? `<p>${text}</p>\n`,
    markdown: expected.markdown ?? body,
    header_image_url: expected.header_image_url ?? null,
    publish_at,
    published_at: expected.published_at ?? publish_at,
    updated_at: expected.updated_at ?? null,
  };
}
