import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { list, one } from './requests.ts';

/** Of an instance whose current index is damaged: it serves the release before, without the article that was taken down since. */
export function casesOfDamage({ damaged, moreKeys }: Fixture): Case[] {
  const section = 'After damage';
  /** The instance counts requests: three a key. */
  const ask = (target: string, key: number): Asked => ({ target, headers: { 'X-Api-Key': moreKeys[key] ?? '' } });
  const ofRest = (ids: readonly number[]): Expected => ({
    status: 200,
    headers: { 'galley-release': damaged.release, 'x-total-count': String(ids.length) },
    check(text) {
      const { data, links, meta } = JSON.parse(text);
      expect(data.map(({ id }: { id: number }) => id)).toEqual(ids);
      expect([meta.from, meta.to]).toEqual(ids.length === 0 ? [null, null] : [1, ids.length]);
      expect(links.last).toContain('page=1');
    },
  });
  const terms = [
    { term: 'Both', count: 2 },
    { term: 'Stays', count: 1 },
  ];
  return [
    one(section, 'the list counts what is there', ask(list, 0), ofRest([3, 1])),
    one(section, 'an article that was taken down is not there', ask(`${list}/2`, 0), { status: 404 }),
    one(section, 'its tag is not there, and no other counts it', ask('/api/v1/terms?kind=tag', 0), {
      status: 200,
      headers: { 'x-total-count': '2' },
      check: (text) => expect(JSON.parse(text).data).toEqual(terms),
    }),
    one(section, 'a list of its tag is empty', ask(`${list}?tag=Taken`, 1), ofRest([])),
    one(section, 'a list of a tag that others have counts these', ask(`${list}?tag=Both`, 1), ofRest([3, 1])),
    one(section, 'all changes are those that are there', ask('/api/v1/changes', 1), {
      status: 200,
      check: (text) => expect(JSON.parse(text)).toMatchObject({ data: [{ id: 3 }, { id: 1 }], removed: [] }),
    }),
    one(section, 'its image is not there', { target: `/media/${damaged.taken}` }, { status: 404 }),
    one(section, 'an image of another article is there', { target: `/media/${damaged.stays}` }, { status: 200 }),
  ];
}
