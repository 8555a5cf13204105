import { lazy } from '../../package/lazy.ts';
import { memoize } from '../../package/memoize.ts';
import { nearWord } from '../../problems/near-word.ts';
import type { Problem } from '../../problems/problem.ts';
import { reportProblem, reportWarning } from '../../problems/report-problem.ts';
import { fieldNames, foldName } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { toSwitch } from '../schema.ts';
import { isRead } from './find-values.ts';

/**
 * Warns of each top-level key that nothing reads and that is nearly a name that something does; it is an error where it may
 * have been meant to hide the article. Other words, and keys of other generators, are no problem. Keys beside the one that they are
 * near are none either, nor are comments of other languages. `isDated` says whether the file has a date: without one,
 * it is not published.
 */
export function findMisspelt({ path, frontMatter }: ParsedFile, options: ContentOptions, isDated: boolean): Problem[] {
  const problems: Problem[] = [];
  const keys = lazy(() => new Set([...frontMatter.keys()].map(foldName)));
  for (const [key, value] of frontMatter) {
    if (comment.test(key)) continue;
    const meant = meantBy(key, options);
    if (meant === null && seemsToHide(key, value) && !isRead(key, options)) {
      problems.push(unknownHiding(path, key, value));
    }
    if (meant === null || keys().has(foldName(meant))) continue;
    const hides = hiding.get(meant)?.(value) ?? false;
    const isDate = !isDated && dateNames.has(meant);
    const words = {
      found: `the key \`${key}\`, which is not used${isDate ? '. The file has no other date, so it is not published' : ''}`,
      expected: `the key \`${meant}\``,
      fix: `Write \`${meant}\` instead of \`${key}\`.${hides ? ' If the key belongs to another program, rename it: a hidden article could be published.' : ''}`,
    };
    problems.push(reportProblem('misspelt-key', path, value.key ?? value, words, hides ? 'error' : 'warning'));
  }
  return problems;
}

/** A line such as `<!-- draft: true -->`, which is a key to YAML. */
const comment = /^(?:<!--|\/\/|\/\*|--|[;%{#])/;

/** Whether a key is nearly the name of a date from which an article is served. */
export function isMisspeltDate(key: string, options: ContentOptions): boolean {
  return dateNames.has(meantBy(key, options) ?? '');
}

const dateNames: ReadonlySet<string> = new Set(fieldNames.publish_at);

function unknownHiding(path: string, key: string, value: FrontMatterValue): Problem {
  const problem = reportWarning('misspelt-key', path, value.key ?? value, {
    found: `the key \`${key}\`, which looks as if it hides the article. Nothing reads it, so the article is not hidden`,
    expected: 'a key that hides an article, such as `draft`',
    fix: 'Write `draft` to hide the article. If the key means something else, keep it.',
  });
  return { ...problem, alike: `${foldName(key)}: ${toSwitch(value.value)}` };
}

const isSwitch = ({ value }: FrontMatterValue): boolean =>
  toSwitch(value) !== null || nearWord(String(value).toLowerCase(), ['true', 'false']) !== null;
const isWord = ({ value }: FrontMatterValue): boolean =>
  typeof value !== 'object' && /^[\s\w-]{1,20}$/.test(String(value));
const isAny = ({ value }: FrontMatterValue): boolean => value !== null && value !== '' && value !== false;

/** Whether a key says by its words that it hides a whole article, and its value that it does: `do_not_publish: true`, `render: false`. */
function seemsToHide(key: string, { value }: FrontMatterValue): boolean {
  const isOn = toSwitch(value);
  const effect = isOn === null ? null : hidesByName(key);
  if (effect === 'expiry') return isOn === true;
  return effect !== null && effect === (isOn === true ? 'when-on' : 'when-off');
}

function hidesByName(key: string): 'when-on' | 'when-off' | 'expiry' | null {
  const words = key
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[-_\s.]+/);
  const [hides, shows, denies] = [hidingStem, showingStem, /^(?:not?|dont|never|non)$/].map((stem) =>
    words.some((word) => stem.test(word)),
  );
  const isOther = words.some((word) => !hidingStem.test(word) && !showingStem.test(word) && !plainWord.test(word));
  if (isOther || !(hides || shows)) return null;
  if (words.some((word) => word.startsWith('expir'))) return 'expiry';
  return Boolean(hides) === Boolean(denies) ? 'when-off' : 'when-on';
}

const hidingStem =
  /^(?:drafts?|hid(?:e|den)|ignored?|private|unlist(?:ed)?|unpublish(?:ed)?|exclude[ds]?|skip(?:ped)?|archived?|deleted?|secret|invisible|disabled?|withdrawn|retracted|removed|expire[ds]?|todo)$/;
const showingStem =
  /^(?:publish(?:ed|able)?|show[ns]?|visible|public|share[ds]?|render(?:ed)?|list(?:ed)?|enabled?|active|live|ready|online|finished|completed?|done|final|reviewed)$/;
const plainWord =
  /^(?:not?|dont|never|non|do|is|are|be|been|has|to|from|for|on|in|at|of|by|this|it|me|now|the|a|articles?|posts?|pages?|entry|notes?|item|content|file|site|web|website|blog|flag|state|status)$/;

/** Names that hide an article, and whether a value could do so. */
const hiding: ReadonlyMap<string, (value: FrontMatterValue) => boolean> = new Map(
  (
    [
      [[...fieldNames.draft, ...fieldNames.closed, ...fieldNames.published], isSwitch],
      [fieldNames.status, isWord],
      [[...fieldNames.password, ...fieldNames.embargo], isAny],
    ] as const
  ).flatMap(([list, test]) => list.map((name) => [name as string, test] as const)),
);

function meantBy(key: string, options: ContentOptions): string | null {
  const folded = foldName(key);
  return wellKnown.has(folded) || isRead(key, options) ? null : nearestName(folded);
}

/** The name that an unknown key is meant for: folders repeat the same few keys. */
const nearestName = memoize((folded: string): string | null => names.get(nearWord(folded, targets) ?? '') ?? null);

/**
 * Names as the table writes them, by their folded form; of names inside a mapping that of the mapping. The API's own come first:
 * a key that is as near to another name is meant for them.
 */
const names = new Map<string, string>();
for (const name of [...Object.values(fieldNames).map(([own]) => own), ...Object.values(fieldNames).flat()]) {
  const [outer = ''] = name.split('.');
  if (!names.has(foldName(outer))) names.set(foldName(outer), outer);
}

const { closed, stage, published, password, expiry } = fieldNames;

/** Names that are too near to other words. */
const unlikely = new Set([
  ...`build desc header hero ignore posted postedat postedon listed protected headless iswip passphrase addedat
  golive goliveat goliveon goeslive liveat livefrom livedate notbefore showfrom showafter releaseat releaseon`.split(
    /\s+/,
  ),
  ...[closed, stage, published.slice(12), password.slice(3), expiry.slice(7)].flat().map(foldName),
]);

const targets = [...names.keys()].filter((name) => !unlikely.has(name));

/** Keys that are near a name of ours and mean something else: keys of other programs, and plain words. */
const wellKnown = new Set(
  [
    'adder banned banners bath bgimage bigimage cove covers craft creator curated data dates deadline decks desk dinner drafts',
    'drift enddatetime except expert game gate header heading hover images imagetitle late leader listtitle logoimage longtitle',
    'manner math modifier mover named names outdated over patch paths planner plug publisher rate reader related runner same',
    'editor edition grafts poster posters privacy primary projected publication publications publics visits visited',
    'scanner sidebarlevel slugs startups states static stats statuses tease teacher teasers tester thumbnails tile titles undated',
    'unpublished update updates winner',
  ].flatMap((line) => line.split(' ')),
);
