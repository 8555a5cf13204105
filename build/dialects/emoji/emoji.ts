import { createRequire } from 'node:module';
import { lazy } from '../../package/lazy.ts';
import type { Dialect } from '../dialect.ts';
import { characterBefore, inlineRule, literalText } from '../syntax.ts';

export const emoji: Dialect = {
  name: 'emoji',
  title: 'GitHub, Hugo, VuePress and others with names of emoji',
  guide: { reads: 'the names that GitHub has for emoji, such as `:tada:`', becomes: 'the emoji; other names stay' },
  body: () => ({ triggers: [/:[a-z\d_+-]{1,40}:/], extensions: [emojiName] }),
};

/** Times, addresses and paths of modules have colons, too. */
const name = /^:([a-z\d_+-]{1,40}):(?![\p{L}\p{N}_:/])/u;

const emojiName = inlineRule(
  'emoji',
  [':'],
  (source, rule) => {
    const [raw, written = ''] = name.exec(source) ?? [];
    if (raw === undefined || /[\p{L}\p{N}_:/]/u.test(characterBefore(rule))) return undefined;
    const text = emojiByName().get(written);
    return text === undefined ? undefined : literalText(raw, text);
  },
  true,
);

/** Loaded when the first name is found, since it takes 12 ms. */
const emojiByName = lazy(() => {
  const { nameToEmoji }: typeof import('gemoji') = createRequire(import.meta.url)('gemoji');
  return new Map(Object.entries(nameToEmoji));
});
