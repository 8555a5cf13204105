import { lazy } from '../../package/lazy.ts';
import { nearWord } from '../../problems/near-word.ts';
import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import { fieldNames } from '../field-names.ts';
import type { ContentOptions, FieldNames } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';

/**
 * Warns of each top-level key that nothing reads and that is nearly a name that something does. Words of their own, and keys
 * of other generators, are let be, as are keys beside the one they are near.
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

/** What keys are meant for: folders repeat the same few. */
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
    // Keys that are data, and not names, would fill it.
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
 * As the table writes them, by what they are in lower case; those inside of mappings by their mapping. The API's own come
 * first, for keys that are as near to another.
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
    'adder address banned banner_alt banners bath bgimage bigimage case code core cove covers craft creative creator creators',
    'credit curated data database dates deadline decks desk dinner drafts drift enddatetime events except expert game games',
    'gate header heading headings headless hover images imagetitle late laser leader link links listtitle logoimage longtitle',
    'main manner math mode model modifier mover named names nav note outdated over page pages parent patch paths place plan',
    'planner plate plug price publisher rate rates reader related rename role runner same scanner section seo series',
    'sidebar_level site slugs sort source state states static stats statuses subtitle tag tags tease teacher teasers tester',
    'theme thumbnails tile tiles time titles toc type undated unpublished update updates uri urls user username weight winner',
  ].flatMap((line) => line.split(' ')),
);
