import type { Case } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { keyed, list, one } from './requests.ts';

/** Before anything was built: of an instance of its own. */
export function casesWithoutRelease(fixture: Fixture): Case[] {
  const section = 'Errors: 503';
  const expected = { status: 503, headers: { 'retry-after': /^\d+$/ } };
  return [
    one(section, 'no release to serve yet', keyed(fixture, list), expected),
    one(section, 'of an article', keyed(fixture, `${list}/1`), expected),
    one(section, 'with HEAD', keyed(fixture, list, { method: 'HEAD' }), expected),
    one(section, 'of /healthz', { target: '/healthz' }, expected),
    one(section, 'key before release', { target: list }, { status: 401, headers: { 'retry-after': null } }),
    one(section, 'method before release', keyed(fixture, list, { method: 'POST' }), { status: 405 }),
    one(section, 'OPTIONS before release', { method: 'OPTIONS', target: list }, { status: 204 }),
    one(section, 'route before release', keyed(fixture, '/api/none'), { status: 404 }),
    one(section, 'no page yet', { target: '/' }, { status: 404 }),
  ];
}
