/** @module-tag scaled */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyDialects, plainDialects } from '../../../build/dialects/index.ts';
import { type BodyDialect, occursIn } from '../../../build/markdown/body-dialect.ts';
import { renderBody } from '../../../build/markdown/render-body.ts';
import { grammars } from '../../adversarial/grammars.ts';
import { cases } from '../../support/amount.ts';

/** What all programs write, so that most bodies have something of other dialects than the one that is looked at. */
const pieces = [...new Set(grammars.slice(0, 11).flatMap((grammar) => grammar.pieces))];

/** Of those that no grammar has. */
const more = [
  ...[':tada: ', '[a](@/b.md)', '[a]({filename}b.md)', '{% asset_img a.png %}', '^[a note]', '[[toc]]', '@[toc]'],
  ...['![a](b c.png)', '.. youtube:: a', '<aside>\n', '$\\frac a b$', '\n::: tip\na\n:::\n', '%[https://a.example]'],
];

const bodies = fc
  .array(fc.constantFrom(...pieces, ...more, 'some words ', '\n\n'), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''));

function render(body: string, dialects: readonly BodyDialect[]) {
  return renderBody(body, { dialects, resolve: () => null, trustedHtml: false, path: 'a.md' });
}

/** Formulas have their own: a body without these is read without them. */
function triggersOf({ triggers, leftovers = [], dollars }: BodyDialect) {
  return [...triggers, ...leftovers.flatMap((each) => each.triggers), ...(dollars ? ['$', '\\'] : [])];
}

/** What has something to do in any body. */
function withoutTriggers(dialect: BodyDialect): BodyDialect {
  const always = [/^/];
  const leftovers = dialect.leftovers?.map((each) => ({ ...each, triggers: always }));
  return { ...dialect, triggers: always, leftovers };
}

/** Those that say how bodies are written. */
const names = bodyDialects(plainDialects).map(({ key }) => key);

describe.each(names)('the dialect %s', (name) => {
  test.each([
    ['not detected', plainDialects],
    ['detected', { ...plainDialects, detected: [name] }],
  ])('%s: a body without its triggers is as if it was not there', (_, found) => {
    const all = bodyDialects(found);
    const isIt = ({ key }: BodyDialect) => key.replace('!', '') === name;
    const forced = all.map((each) => (isIt(each) ? withoutTriggers(each) : each));
    const triggers = all.filter(isIt).flatMap(triggersOf);
    fc.assert(
      fc.property(bodies, (body) => {
        fc.pre(!occursIn(body, triggers));
        const without = all.filter((each) => !isIt(each));
        expect(render(body, forced)).toEqual(render(body, without));
      }),
      cases(400, 20),
    );
  });

  test('turned off, it is not there', () => {
    const off = bodyDialects({ detected: [name], off: [name] });
    expect(off.map(({ key }) => key.replace('!', ''))).toEqual(names.filter((each) => each !== name));
  });
});
