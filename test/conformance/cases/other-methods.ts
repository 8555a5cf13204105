import type { Asked, Case } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { headersOf, keyed, list, one, shorten, two } from './requests.ts';

/** HEAD responds as GET without the body; OPTIONS responds 204 with `Allow`. */
export function casesOfOtherMethods(fixture: Fixture): Case[] {
  const ask = (target: string, headers: Asked['headers'] = {}): Asked => keyed(fixture, target, { headers });
  const article = `${list}/1`;
  const gzip = { 'Accept-Encoding': 'gzip' };
  const head: [title: string, asked: Asked, status: number][] = [
    ['a list', ask(list), 200],
    ['a list in gzip', ask(list, gzip), 200],
    ['a page beyond the end', ask(`${list}?page=9`), 200],
    ['what comes after a place', ask(`${list}?page=2&after=${fixture.places.gone}`), 200],
    ['an article', ask(article), 200],
    ['a long article in gzip', ask(`${list}/207`, gzip), 200],
    ['a former slug', ask(`${list}/old-name`), 308],
    ['304', ask(article, { 'If-None-Match': '*' }), 304],
    ['401', { target: list }, 401],
    ['404', ask(`${list}/none`), 404],
    ['404 of a route', ask('/api/none'), 404],
    ['406', ask(article, { 'Accept-Encoding': '*;q=0' }), 406],
    ['410', ask(fixture.goneChanges), 410],
    ['422', ask(`${list}?page=0`), 422],
  ];
  return [
    ...head.map(([title, asked, status]) =>
      two('HEAD', `responds as GET without the body: ${title}`, [asked, { status }], (response) => {
        return [
          { ...asked, method: 'HEAD' },
          { status, headers: headersOf(response) },
        ];
      }),
    ),
    ...[list, `${list}/1`, '/', '/openapi.json', '/healthz', `/media/${fixture.media.png}`, '/nothing'].map((target) =>
      one(
        'OPTIONS',
        `204 with Allow: ${shorten(target)}`,
        { method: 'OPTIONS', target },
        { status: 204, headers: { allow: 'GET, HEAD, OPTIONS', 'content-length': null } },
      ),
    ),
  ];
}
