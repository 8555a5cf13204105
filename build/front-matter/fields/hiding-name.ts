import { memoize } from '../../package/memoize.ts';
import { foldName, hidingWords } from '../field-names.ts';

const { unfinished, collections, closed } = hidingWords;
const ofUnfinished = new Set([...unfinished, ...collections].map(foldName));
const ofCollections = new Set(collections.map(foldName));
const ofClosed = new Set(closed.map(foldName));

/** Whether a text is a word for what is not finished. */
export function isUnfinished(text: string): boolean {
  return ofUnfinished.has(foldName(text.trim().replace(/^#/, '')));
}

/** Whether a text is a word for what is not for readers. */
export function isHidingWord(text: string): boolean {
  return isUnfinished(text) || ofClosed.has(foldName(text.trim()));
}

/** Whether the name of a folder says that what is below it is not published. */
export const isHidingFolder = memoize((name: string): boolean => {
  const bare = name.replace(/^[_.\s]+/, '');
  return (
    isHidingWord(bare) || isLabelled(bare) || bare.split(/[-_. ]/).some((part) => ofCollections.has(foldName(part)))
  );
});

const toPattern = (words: readonly string[]): string => words.map((word) => word.replaceAll('_', '[-_ ]')).join('|');
const anyWord = toPattern([...unfinished, ...collections, ...closed]);
const anyUnfinished = toPattern([...unfinished, ...collections]);
const number = '(?:[-_. ]?v?\\d{1,2})?';

/** `[draft] x`, `x (draft 2)`, `draft.x`, `draft -- x`, `x.draft`. */
const labels = [
  `[[({【（「『［]\\s?(?:${anyWord})${number}\\s?[\\])}】）」』］]`,
  `^(?:${anyWord})(?:\\.|--|__|\\s[-–—]|\\s?[:：])`,
  `(?:\\.|--|__|[-–—]\\s)(?:${anyWord})${number}$`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** `draft-x`, `x_draft_2`, `draft`. */
const edge = new RegExp(`^(?:${anyUnfinished})(?:[-_ ]|${number}$)|[-_ ](?:${anyUnfinished})${number}$`, 'iu');

const anywhere = new RegExp(`(?<![\\p{L}\\p{M}])(?:${anyUnfinished})(?![\\p{L}\\p{M}])`, 'iu');

/** Whether a name or a title has a word in brackets, or beside a full stop or a longer dash: it is no part of it. */
export function isLabelled(name: string): boolean {
  return labels.some((label) => label.test(name));
}

/**
 * Whether a word at an end of a name is a label: none of the titles has it as well, as that of `draft-horses` has. A
 * word such as `private` is none there.
 */
export function isLabelledAtEnd(name: string, findTitles: () => readonly string[]): boolean {
  return edge.test(name) && !findTitles().some((title) => anywhere.test(title) && !isLabelled(title));
}
