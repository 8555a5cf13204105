import { splitWords } from '../../package/split-words.ts';
import { nearWord } from '../../problems/near-word.ts';
import type { Position, Problem, Result } from '../../problems/problem.ts';
import { reportWarning, topOfFile } from '../../problems/report-problem.ts';
import { languageSuffix } from '../../source/is-language.ts';
import { foldName, hidingDetails } from '../field-names.ts';
import { type ContentOptions, isHiding } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf, toSwitch } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { type FoundValue, findValues } from './find-values.ts';
import { isHidingFolder, isHidingWord, isLabelled, isLabelledAtEnd, isUnfinished } from './hiding-name.ts';
import { pathName } from './path-name.ts';
import { readMoments } from './read-dates.ts';
import { readTerms } from './read-details.ts';
import { describeValue, toText, wrongType } from './read-fields.ts';

export type HiddenReason = 'drafts-folder' | 'draft' | 'unpublished' | 'password' | 'embargo' | 'expired';

export interface Hidden {
  reason: HiddenReason;
  /** The key that hides it, or one of `hidingFolders`. */
  rule: string;
  at: Position;
}

/**
 * Why an article is not published at `now` (seconds since 1970-01-01T00:00:00Z), else null. What may hide it and cannot
 * be read is a problem: a guess could publish what must stay hidden. A release of drafts has what its author hides
 * until it is done.
 */
export function findHidden(parsed: ParsedFile, options: ContentOptions, now: number): Result<Hidden | null> {
  const problems: Problem[] = [];
  for (const found of findReasons(parsed, options, now, problems))
    if (!options.drafts || closedReasons.has(found.value.reason)) return found;
  return { value: null, problems };
}

/** Whether its author hides an article until it is done. */
export function isDraft(parsed: ParsedFile, options: ContentOptions): boolean {
  return [...findReasons(parsed, options, 0, [])].some(({ value }) => !closedReasons.has(value.reason));
}

/** What keeps an article out of a release of drafts, too. */
const closedReasons: ReadonlySet<HiddenReason> = new Set<HiddenReason>(['password', 'expired']);

/** All reasons, the first one first. Adds what cannot be read to `problems`. */
function* findReasons(
  parsed: ParsedFile,
  options: ContentOptions,
  now: number,
  problems: Problem[],
): Generator<{ value: Hidden; problems: Problem[] }> {
  if (isInDrafts(parsed.path) && isHiding('drafts-folder', options)) {
    yield hide('drafts-folder', 'drafts-folder', topOfFile);
  }
  let isStated = false;
  for (const [field, reason, read] of readers) {
    for (const found of findValues(parsed, field, options)) {
      if (!isHiding(found.name, options)) continue;
      const meaning = read(found.value);
      const isDraftWord = wordOf(found.value) === 'draft';
      if (meaning === 'hidden')
        yield hide(isDraftWord ? 'draft' : reason, found.name, found.value, sayWhy(parsed, field, found));
      else if (meaning !== 'shown') problems.push(unclear(parsed, field, found, meaning));
      isStated ||= field === 'status' || toSwitch(found.value.value) !== null;
    }
  }
  for (const detail of hidingDetails)
    for (const { name, value, terms } of readTerms(parsed, detail, options))
      if (terms.some(isUnfinished) && isHiding(name, options)) yield hide('draft', name, value);
  for (const { name, value, date } of readMoments(parsed, 'expiry', options)) {
    problems.push(...date.problems);
    if (date.value !== null && date.value <= now) yield hide('expired', name, value);
  }
  if (isHiding('draft-name', options) && isDraftName(parsed, options, isStated))
    yield hide('draft', 'draft-name', topOfFile);
}

/** Whether the name of a folder says that what is below it is not published. */
function isInDrafts(path: string): boolean {
  return path.split('/').some((name, i, { length }) => i < length - 1 && isHidingFolder(name));
}

/** Whether the name of a file, or that of an index's folder, hides it. `isStated` says that a key shows the article. */
function isDraftName(parsed: ParsedFile, options: ContentOptions, isStated: boolean): boolean {
  const { own, bare } = pathName(parsed.path);
  const suffix = languageSuffix(parsed.path);
  const name = (bare || own).slice(0, own.endsWith(suffix) ? -suffix.length || undefined : undefined);
  if (isLabelled(name)) return true;
  return (
    !isStated &&
    isLabelledAtEnd(name, () => {
      const written = (['title', 'slug'] as const).flatMap((field) => findValues(parsed, field, options));
      const [, heading = ''] = /^#[ \t](.*)$/m.exec(parsed.body) ?? [];
      return [heading, ...written.map(({ value }) => toText(value) ?? '')];
    })
  );
}

type Field = 'draft' | 'closed' | 'published' | 'status' | 'stage' | 'kind' | 'password' | 'embargo';

/** What a value says; else the word that is probably meant, or null where nothing is near. */
type Meaning = 'hidden' | 'shown' | { meant: string | null };

const readers: readonly (readonly [Field, HiddenReason, (value: FrontMatterValue) => Meaning])[] = [
  ['draft', 'draft', readDraft],
  ['closed', 'unpublished', readClosed],
  ['published', 'unpublished', readPublished],
  ['status', 'unpublished', readStatus],
  ['stage', 'unpublished', (value) => (wordsOf(value).some(isClosed) ? 'hidden' : 'shown')],
  ['kind', 'draft', (value) => (wordsOf(value).some(isHidingWord) ? 'hidden' : 'shown')],
  ['password', 'password', (value) => (/^(?:false|no)$/.test(wordOf(value)) ? 'shown' : 'hidden')],
  // Else it is a date, with which the article is published.
  ['embargo', 'embargo', ({ value }) => (toSwitch(value) === true ? 'hidden' : 'shown')],
];

function readDraft(value: FrontMatterValue): Meaning {
  const isOn = toSwitch(value.value);
  if (isOn !== null) return isOn ? 'hidden' : 'shown';
  return { meant: nearWord(wordOf(value), ['true', 'false']) };
}

/** A key that may have another meaning hides only where its value says yes, in whichever language. */
function readClosed(value: FrontMatterValue): Meaning {
  const isOn = toSwitch(value.value);
  if (isOn === null && nearWord(wordOf(value), ['true']) !== null) return { meant: 'true' };
  return isOn === true || yes.test(wordOf(value)) ? 'hidden' : 'shown';
}

const yes = /^(?:ja|oui|vrai|s[iíì]|sim|vero|verdadero|tak|ano|igen|evet|да|так|はい|是|예)$/;

/** Other programs keep a date or a place under `published`: only a plain no hides the article. */
function readPublished(value: FrontMatterValue): Meaning {
  const word = wordOf(value);
  if (toSwitch(value.value) === false || hiddenWords.has(word)) return 'hidden';
  // A few words of which one hides, such as `in review`; a date is none.
  const words = word.split(/[\s_-]+/);
  const isPhrase =
    words.length < 4 && !/\d/.test(word) && words.some((each) => each === 'not' || hiddenWords.has(each));
  return isPhrase || nearWord(word, ['false', ...longWords]) !== null ? { meant: 'false' } : 'shown';
}

/** Anything but the words that say so hides. */
function readStatus(value: FrontMatterValue): Meaning {
  const words = wordsOf(value);
  if (value.value === true || words.every((word) => shownWords.has(word))) return 'shown';
  const meant = words.length === 1 ? nearWord(words[0] ?? '', [...longWords, ...shownWords].filter(isLong)) : null;
  return meant === null ? 'hidden' : { meant };
}

const shownWords: ReadonlySet<string> = new Set(splitWords('published public live publish visible featured true yes'));

const hiddenWords: ReadonlySet<string> = new Set([
  ...splitWords(
    'draft private hidden unlisted unpublished pending wip archived internal password never later soon none todo tbd',
    'scheduled review trash deleted link',
  ),
  'not yet',
]);

/** Under a key that other programs and topics have as well, such as `state`. */
function isClosed(word: string): boolean {
  return isHidingWord(word) || closedWords.has(foldName(word));
}

const closedWords: ReadonlySet<string> = new Set(
  splitWords(
    'pending inprogress inreview underreview needsreview idea todo tbd archived trash trashed deleted internal',
    'secret confidential restricted password premium paid member members membersonly subscriber subscribers',
    'subscribersonly',
  ),
);

/** Shorter words are near to too many others. */
const isLong = (word: string): boolean => word.length > 4;
const longWords = [...hiddenWords].filter(isLong);

/** What may hide an article and cannot be read: an error, since it was probably meant to be hidden. */
function unclear(
  { path, syntax }: ParsedFile,
  field: Field,
  found: FoundValue,
  { meant }: { meant: string | null },
): Problem {
  const write = (word: string): string => `\`${writeKey(syntax, found.name, word)}\``;
  const [hidden, shown] =
    field === 'status' ? ['draft', 'published'] : field === 'published' ? ['false', 'true'] : ['true', 'false'];
  const choice = `Write ${write(hidden)} to hide the article, or ${write(shown)} to show it.`;
  const fix = meant === null ? choice : `Did you mean \`${meant}\`? ${choice}`;
  const expected =
    field === 'status'
      ? '`published`, `public` or `live`; or a word that hides the article, such as `draft`'
      : expectedOf('draft');
  return wrongType(path, found, expected, fix);
}

function wordOf(value: FrontMatterValue): string {
  return (toText(value) ?? '').trim().toLowerCase();
}

/** That of a value, or those of a list. */
function wordsOf(value: FrontMatterValue): string[] {
  return value.children === undefined ? [wordOf(value)] : [...value.children.values()].map(wordOf);
}

/** The warning of a status that hides an article, but may mean something else, such as `completed`. */
function sayWhy({ path, syntax }: ParsedFile, field: Field, found: FoundValue): Problem[] {
  if (field !== 'status' || hiddenWords.has(wordOf(found.value))) return [];
  const [shown, hidden] = ['published', 'draft'].map((word) => writeKey(syntax, found.name, word));
  const fix = `Write \`${shown}\` to show the article. To hide it without this warning, write \`${hidden}\`.`;
  const words = {
    found: `${describeValue(found)}, which hides the article`,
    expected: '`published`, `public` or `live`; any other word hides the article',
    fix,
  };
  return [reportWarning('wrong-type', path, found.value, words)];
}

/** A hidden article has no other problems: nothing of it is published. */
function hide(
  reason: HiddenReason,
  rule: string,
  { line, column }: Position,
  problems: Problem[] = [],
): { value: Hidden; problems: Problem[] } {
  return { value: { reason, rule, at: { line, column } }, problems };
}
