import { lazy } from '../../package/lazy.ts';
import { nearWord } from '../../problems/near-word.ts';
import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import { fieldNames } from '../field-names.ts';
import type { ContentOptions, FieldNames } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';

/**
 * Warns of each top-level key that nothing reads and that is nearly a name that something does. Words of their own, and keys
 * of other generators, are no problem, nor are keys beside the one that they are near.
 */
export function findMisspelt({ path, frontMatter }: ParsedFile, options: ContentOptions): Problem[] {
  const problems: Problem[] = [];
  const keys = lazy(() => new Set([...frontMatter.keys()].map((key) => key.toLowerCase())));
  for (const [key, value] of frontMatter) {
    const meant = meantBy(key, options.frontMatter);
    if (meant === null || keys().has(meant.toLowerCase())) continue;
    problems.push(
      reportProblem(
        'misspelt-key',
        path,
        value.key ?? value,
        {
          found: `the key \`${key}\`, which nothing reads`,
          expected: `\`${meant}\`, if that is meant`,
          fix: `Write \`${meant}\` in place of \`${key}\`. If it is another program's key, leave it.`,
        },
        'warning',
      ),
    );
  }
  return problems;
}

/** The name that each unknown key is meant for: folders repeat the same few keys. */
const known = new Map<string, string | null>();
const configuredNames = new WeakMap<object, ReadonlySet<string>>();

function meantBy(key: string, configured: FieldNames): string | null {
  const folded = key.toLowerCase();
  if (wellKnown.has(folded) || names.has(folded)) return null;
  if (namesOf(configured).has(folded)) return null;
  let meant = known.get(folded);
  if (meant === undefined) {
    const near = nearWord(folded, targets);
    meant = near === null ? null : (names.get(near) ?? null);
    // It is bounded for keys that are data, of which each file has others.
    if (known.size < mostKnown) known.set(folded, meant);
  }
  return meant;
}

const mostKnown = 10_000;

function namesOf(configured: FieldNames): ReadonlySet<string> {
  let own = configuredNames.get(configured);
  if (own === undefined) {
    own = new Set(Object.values(configured).flatMap((list) => (list ?? []).map((name) => name.toLowerCase())));
    configuredNames.set(configured, own);
  }
  return own;
}

/**
 * Names as the table writes them, by their lower case; of names inside a mapping that of the mapping. The API's own come first:
 * a key that is as near to another name is meant for them.
 */
const names = new Map(
  [...Object.values(fieldNames).map(([own]) => own), ...Object.values(fieldNames).flat()].map(
    (name): [string, string] => [name.toLowerCase().replace(/\..*$/, ''), name.replace(/\..*$/, '')],
  ),
);

const targets = [...names.keys()];

/** Keys that are near a name of ours and mean something else: of Jekyll, Hugo, Zola, Astro, Hexo and others, and plain words. */
const wellKnown = new Set(
  [
    'adder banned banners bath bgimage bigimage cove covers craft creator curated data dates deadline decks desk dinner drafts',
    'drift enddatetime except expert game gate header heading hover images imagetitle late leader listtitle logoimage longtitle',
    'manner math modifier mover named names outdated over patch paths planner plug publisher rate reader related runner same',
    'scanner sidebar_level slugs states static stats statuses tease teacher teasers tester thumbnails tile titles undated',
    'unpublished update updates winner',
  ].flatMap((line) => line.split(' ')),
);
