import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import { type Fixture, site } from '../fixture.ts';
import { articleOf, toOne } from './expected-list.ts';
import { keyed, list, one } from './requests.ts';

/** `GET /articles/{article}`, and the fields of an article. */
export function casesOfArticles(fixture: Fixture): Case[] {
  const section = 'GET /articles/{article}';
  const ask = (rest: string, more: Omit<Asked, 'target'> = {}) => keyed(fixture, `${list}/${rest}`, more);
  const found: [rest: string, id: number, excludeH1?: boolean][] = [
    ['1', 1],
    ['131', 131],
    ['article-7', 7],
    ['%61rticle-7', 7],
    ['%C3%BCber-die-br%C3%BCcke', 201],
    ['%c3%bcber-die-br%c3%bccke', 201],
    // Not in NFC: u and a diaeresis.
    ['u%CC%88ber-die-bru%CC%88cke', 201],
    ['%E6%96%87%E7%AB%A0', 202],
    ['%F0%90%90%80%F0%90%90%81', 203],
    ['v1.2_notes-X', 204],
    ['v1%2E2%5Fnotes%2DX', 204],
    ['206', 206],
    ['2147483647', 2147483647],
    [`${'a'.repeat(199)}%C3%BC`, 2147483647],
    ['unsafe', 209],
    ['windows', 210],
    ['207', 207],
    ['1?other=1&page=0&per_page=x', 1],
    ['205', 205],
    ['205?exclude_h1=false', 205],
    ['205?exclude_h1=0', 205],
    ['205?exclude_h1=true', 205, true],
    ['205?exclude_h1=1', 205, true],
    ['headings?exclude_h1=True', 205, true],
    ['1?exclude_h1=1', 1, true],
    ['1#fragment', 1],
    ['1?', 1],
  ];
  const unknown = [
    ...['999', '0', '00', '01', '001', '2147483646', '2147483648', '9007199254740993', '1'.repeat(40), '-1', '+1'],
    ...['none', 'Article-7', 'article-7.', 'article', 'v1.2_notes-x', 'constructor', '__proto__', 'toString'],
    ...['1.0', '1e0', '0x1', '%31%20', '%201', '1%00', 'article-7%00', '%EF%BC%91', '%E0%A5%A7'],
    ...['901', 'not-yet', 'not-yet-alias', '902', 'a-draft', 'draft-alias', '151', 'article-151', '150'],
    ...['1/', '1/2', '1%2F2', 'article-7/', '%2F', '', '/', '.', '..', '%2e%2e', '%2e', '1;a=b', '*', '1,2', '"1"'],
    ...['%', '%zz', '%C3', '%C3%28', '%C0%AF', '%ED%A0%80', '%F8%88%80%80%80', 'a'.repeat(201), '%F0%9F%9A%80'],
  ];
  const moved: [rest: string, to: string][] = [
    ['old-name', '%C3%BCber-die-br%C3%BCcke'],
    ['fr%C3%BCher', '%C3%BCber-die-br%C3%BCcke'],
    ['fru%CC%88her', '%C3%BCber-die-br%C3%BCcke'],
    ['old-name?exclude_h1=1', '%C3%BCber-die-br%C3%BCcke?exclude_h1=true'],
    ['old-name?exclude_h1=False', '%C3%BCber-die-br%C3%BCcke?exclude_h1=false'],
    ['old-name?other=1', '%C3%BCber-die-br%C3%BCcke'],
  ];
  const redirect = (to: string): Expected => ({
    status: 308,
    headers: {
      ...{ location: `${site}${list}/${to}`, 'cache-control': 'private, no-cache', 'content-length': '0' },
      vary: 'Accept-Encoding, X-Api-Key, Origin',
    },
    body: '',
  });
  const fields = [
    ...['id', 'slug', 'excerpt', 'title', 'meta_title', 'meta_description', 'html', 'markdown', 'header_image_url'],
    ...['publish_at', 'published_at', 'updated_at'],
  ];
  const field = (title: string, id: number, check: (article: Record<string, unknown>) => void): Case => {
    return one('Article', title, ask(String(id)), { status: 200, check: (text) => check(JSON.parse(text)) });
  };
  const seconds = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  return [
    field('the keys stand in this order, all present', 1, (found) => expect(Object.keys(found)).toEqual(fields)),
    field('id is an integer', 1, ({ id }) => expect(id).toBe(1)),
    field('slug may hold letters of every script', 202, ({ slug }) => expect(slug).toBe('文章')),
    field('slug may hold letters beyond 16 bits', 203, ({ slug }) => expect(slug).toBe('𐐀𐐁')),
    field('slug may hold digits, -, _ and .', 204, ({ slug }) => expect(slug).toBe('v1.2_notes-X')),
    field('excerpt and title are plain text, not escaped', 201, (found) =>
      expect(found).toMatchObject({ excerpt: 'A <short> text & "quotes"', title: 'Über die Brücke 🚀' }),
    ),
    field('meta_title is title by default, meta_description excerpt', 1, (found) =>
      expect([found.meta_title, found.meta_description]).toEqual([found.title, found.excerpt]),
    ),
    field('meta_title and meta_description as written', 201, (found) =>
      expect([found.meta_title, found.meta_description]).toEqual(['Über die Brücke | Example', 'For machines']),
    ),
    field('html and markdown hold the same absolute addresses of images', 206, ({ html, markdown }) => {
      for (const name of [fixture.media.svg, fixture.media.png, fixture.media.video]) {
        expect([html, markdown]).toEqual(Array(2).fill(expect.stringContaining(`${site}/media/${name}`)));
      }
    }),
    field('header_image_url is absolute', 201, ({ header_image_url }) =>
      expect(header_image_url).toBe(`${site}/media/${fixture.media.png}`),
    ),
    field('header_image_url may be null', 1, ({ header_image_url }) => expect(header_image_url).toBe(null)),
    field('date-times are in UTC with whole seconds', 201, ({ publish_at, published_at, updated_at }) =>
      expect([publish_at, published_at, updated_at]).toEqual([seconds, seconds, seconds]),
    ),
    field('published_at is publish_at by default', 1, ({ publish_at, published_at }) =>
      expect(published_at).toBe(publish_at),
    ),
    field('updated_at is null by default', 1, ({ updated_at }) => expect(updated_at).toBe(null)),
    field('html is safe', 209, ({ html }) => expect(html).not.toMatch(/onclick|javascript/)),
    field('markdown has LF line ends and no byte-order mark', 210, ({ markdown }) =>
      expect(markdown).not.toMatch(/\r|\ufeff/),
    ),
    field('a text of every plane of Unicode is not changed', 201, ({ html }) =>
      expect(html).toBe(articleOf(fixture, 201).html),
    ),
    ...found.map(([rest, id, excludeH1]) => one(section, `200: ${rest}`, ask(rest), toOne(fixture, id, excludeH1))),
    ...unknown.map((rest) => one(section, `404: ${rest}`, ask(rest), { status: 404 })),
    ...moved.map(([rest, to]) => one(section, `308 of a former slug: ${rest}`, ask(rest), redirect(to))),
    ...['', '2', 'yes', '1&exclude_h1=1'].map((text) =>
      one(section, `422: 1?exclude_h1=${text}`, ask(`1?exclude_h1=${text}`), {
        status: 422,
        check: (body) => expect(Object.keys(JSON.parse(body).errors)).toEqual(['exclude_h1']),
      }),
    ),
    one(section, '422: 1?exclude_h1[]=1', ask('1?exclude_h1[]=1'), { status: 422 }),
    one(section, 'a byte above 127 in the target is refused', ask('\xc3\xbcber'), { status: 400 }),
  ];
}
