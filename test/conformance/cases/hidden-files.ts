import type { Case } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { keyed, one, shorten, two } from './requests.ts';

const section = 'Open, without a key';

/** What is not open: other files, other spellings, assets of articles that are not published, and all under `/api`. */
export function casesOfHiddenFiles(fixture: Fixture): Case[] {
  const { media } = fixture;
  const [svg, png, later] = [`/media/${media.svg}`, `/media/${media.png}`, `/media/${media.scheduled}`] as const;
  const notThere = [
    ...['/index.html', '/index', '/openapi', '/constructor', '/__proto__', '/favicon.ico', '/robots.txt'],
    ...['/front-matter.schema.json', '/media', '/media/', '/media/none.png', '/media/..', '/media/.', '/media//'],
    ...[`${svg}.gz`, `${svg}%2egz`, `${png}/`, `/media/./${media.png}`, '/media/%2e%2e/index.html'],
    ...['/media/..%2findex.html', '/media/..%5cindex.html', '/media/../index.html', '/media/../../etc/passwd'],
    ...['/media/%252e%252e/index.html', '/media/%c0%ae%c0%ae/index.html', `${png}%00`, `/media/%00${media.png}`],
    ...['/..', '/../', '/%2e%2e/etc/passwd', '/.git/config', '/healthz/', '/Healthz', '/galley.keys.json'],
    ...['/MEDIA/none.png', '//', '//index.html', '/%', '/%zz', '/%ff', '/\\..\\index.html'],
  ];
  const unpublished = [
    ['an image of a scheduled article', later],
    ['an image of an article that was removed', `/media/${media.removed}`],
    ['an image of an article that became a draft', `/media/${media.hidden}`],
  ] as const;
  return [
    ...notThere.map((target) => one(section, `404: ${shorten(target)}`, { target }, { status: 404 })),
    ...unpublished.flatMap(([what, target]) => [
      one(section, `${what} is not there`, { target }, { status: 404 }),
      one(section, `${what} is not there for keys either`, keyed(fixture, target), { status: 404 }),
      one(section, `a part of ${what} is not there`, { target, headers: { Range: 'bytes=0-1' } }, { status: 404 }),
      one(
        section,
        `${what} is not there to whoever holds it`,
        { target, headers: { 'If-None-Match': '*' } },
        { status: 404 },
      ),
      two(
        section,
        `${what} is answered as any other that is not there`,
        [{ target: '/media/none.png' }, { status: 404 }],
        ({ body }) => [{ target }, { status: 404, body }],
      ),
    ]),
    ...['/api/v1/articles', '/api/v1/articles/1', '/api/v1/articles/headings?exclude_h1=1'].map((target) => ({
      ...one(section, `nothing under /api: ${target}`, { target }, { status: 401 }),
      needsKeyCheck: true,
    })),
  ];
}
