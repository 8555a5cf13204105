import { createRequire } from 'node:module';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { lazy } from '../../package/lazy.ts';
import type { Dialect } from '../dialect.ts';
import { findInText } from '../find-in-text.ts';

export const emoji: Dialect = {
  name: 'emoji',
  title: 'GitHub, Hugo, VuePress and others with names of emoji',
  guide: { reads: 'the names that GitHub has for emoji, such as `:tada:`', becomes: 'the emoji; other names stay' },
  body: () => [{ stage: 'text', find: fixNames }],
};

function fixNames(body: CurrentBody): Edit[] {
  return findInText(body, name).flatMap(({ found: [whole, written = ''], start }) => {
    const text = emojiByName().get(written);
    return text === undefined ? [] : [{ start, end: start + whole.length, text }];
  });
}

/** Times, addresses and paths of modules have colons, too. */
const name = /(?<![\p{L}\p{N}_:/]):([a-z\d_+-]{1,40}):(?![\p{L}\p{N}_:/])/gu;

/** Loaded when the first name is found, since it takes 12 ms. */
const emojiByName = lazy(() => {
  const { nameToEmoji }: typeof import('gemoji') = createRequire(import.meta.url)('gemoji');
  return new Map(Object.entries(nameToEmoji));
});
