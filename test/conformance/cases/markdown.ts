import type { Article } from '../../../src/core/article.ts';
import type { Asked, Case, Expected } from '../case.ts';
import { type Fixture, site } from '../fixture.ts';
import { fieldOf } from '../validate-responses.ts';
import { articleOf, toOne, toWithoutHeadings } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

const markdownFor = [
  ...['text/markdown', 'Text/Markdown', 'text/markdown;charset=utf-8', 'text/markdown; variant=GFM', 'text/*'],
  ...[
    'text/markdown;q=0.001',
    'text/markdown, */*;q=0.9',
    'application/json;q=0.9, text/markdown',
    'text/html, text/*',
  ],
  ...['text/markdown ; q=0.2, application/*;q=0.1', 'text/markdown;title="a, b;q=0"'],
  ['text/html', 'text/markdown'],
  ...['text/markdown, */*', 'text/html, text/markdown, */*;q=1', 'text/markdown;q=0.5, application/*;q=0.5'],
];
const jsonFor = [
  ...[null, '', '*/*', 'application/json', 'application/json, text/plain, */*', 'text/markdown, application/json'],
  ...['application/json;q=0, */*', 'application/json;q=0.9, text/plain, */*', 'text/html;q=0.5, */*;q=0.8'],
  ...['text/markdown;q=0, */*;q=0', 'text/markdown;q=0.5, */*;q=0.8', 'text/markdown;q=0', 'text/*, text/markdown;q=0'],
  ...['text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', 'text/html', 'image/png, markdown'],
  ...['text/markdown;q=0, application/json;q=0', 'text/*;q=0.5, application/*;q=0.5', 'text/x-markdown'],
];

/** An article as Markdown, below its header block. */
export function casesOfMarkdown(fixture: Fixture): Case[] {
  const section = 'Markdown';
  const ask = (rest: string, headers: Asked['headers'] = {}, method = 'GET'): Asked =>
    keyed(fixture, `${list}${rest}`, { method, headers: { Accept: 'text/markdown', ...headers } });
  const gzip = { 'Accept-Encoding': 'gzip' };
  const toExpected = (id: number, tags: string[] = [], view: (article: Article) => Article = (each) => each) => {
    const { headers } = toOne(fixture, id);
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' },
      body: toMarkdown(view(articleOf(fixture, id)), tags),
    };
  };
  const negotiate = (accept: string | readonly string[] | null, expected: Expected): Case => {
    const title = `Accept: ${accept === null ? 'none' : JSON.stringify(accept)}: ${expected.headers?.['content-type']}`;
    const headers: Asked['headers'] = accept === null ? {} : { Accept: accept };
    return one(section, title, keyed(fixture, `${list}/201`, { headers }), expected);
  };
  const found: [rest: string, expected: Expected][] = [
    ['/%C3%BCber-die-br%C3%BCcke', toExpected(201)],
    ['/205', toExpected(205, ['Größe', 'b'])],
    ['/205?exclude_h1=1', toExpected(205, ['Größe', 'b'], toWithoutHeadings)],
    ['/205?include_details=1&exclude_html=1', toExpected(205, ['Größe', 'b'])],
    ['/205?exclude_markdown=1', toExpected(205, ['Größe', 'b'], (article) => ({ ...article, markdown: '' }))],
    ['/207', toExpected(207)],
    ['/1', toExpected(1)],
  ];
  const { vary } = toOne(fixture, 1).headers ?? {};
  const other: [title: string, asked: Asked, expected: Expected][] = [
    ['308 of a former slug', ask('/old-name'), { status: 308, body: '' }],
    ['404', ask('/none'), { status: 404 }],
    ['404 of an article that is not yet due', ask('/901'), { status: 404 }],
    ['422', ask('/1?exclude_h1=2'), { status: 422 }],
    ['406 where no coding is left', ask('/1', { 'Accept-Encoding': '*;q=0' }), { status: 406 }],
    ['a list is JSON', ask('?per_page=1'), { status: 200, headers: { 'content-type': 'application/json' } }],
  ];
  return [
    ...markdownFor.map((accept) => negotiate(accept, toExpected(201))),
    ...jsonFor.map((accept) => negotiate(accept, toOne(fixture, 201))),
    ...found.flatMap(([rest, expected]) => [
      one(section, rest, ask(rest), expected),
      one(section, `${rest}, gzip`, ask(rest, gzip), {
        ...expected,
        headers: { ...expected.headers, 'content-encoding': 'gzip', etag: /-gz"$/ },
      }),
    ]),
    ...other.map(([title, asked, expected]) => one(section, title, asked, expected)),
    { ...one(section, '401', { ...ask('/1'), headers: {} }, { status: 401 }), needsKeyCheck: true },
    ...(
      [
        ['as it is', {}],
        ['of the gzip form', gzip],
      ] as const
    ).flatMap(([what, coding]) => [
      two(section, `304 ${what}`, [ask('/205', coding), { status: 200 }], (response) => {
        const tag = fieldOf(response, 'etag') ?? '';
        const headers = { etag: tag, vary: vary ?? null, 'content-type': null };
        return [ask('/205', { ...coding, 'If-None-Match': tag }), { status: 304, headers }];
      }),
      two(
        section,
        `the tag of JSON is another, ${what}`,
        [ask('/205', { Accept: '*/*', ...coding }), { status: 200 }],
        (response) => {
          const tag = fieldOf(response, 'etag') ?? '';
          const { body } = toExpected(205, ['Größe', 'b']);
          return [ask('/205', { ...coding, 'If-None-Match': tag }), { status: 200, body }];
        },
      ),
      two(section, `HEAD ${what}`, [ask('/205', coding), { status: 200 }], (response) => {
        const names = ['etag', 'content-length', 'content-type', 'link', 'vary', 'last-modified'];
        const headers = Object.fromEntries(names.map((name) => [name, fieldOf(response, name)]));
        return [ask('/205', coding, 'HEAD'), { status: 200, headers, body: '' }];
      }),
    ]),
  ];
}

function toMarkdown({ title, id, slug, publish_at, updated_at, markdown }: Article, tags: string[]): string {
  const address = `${site}${list}/${encodeURIComponent(slug)}`;
  const block = Object.entries({ title, id, address, publish_at, updated_at, tags });
  return `---\n${block.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n${markdown}`;
}
