import { characterEndingAt } from '../linear-text.ts';

/** Emphasis, strong emphasis or a deletion. */
export interface Pair {
  /** Where the closing delimiter begins. */
  close: number;
  /** Of each of the two. */
  width: 1 | 2;
}

interface Run {
  character: string;
  /** What is left of it: an opening run loses its end, a closing one its start. */
  start: number;
  end: number;
  length: number;
  opens: boolean;
  closes: boolean;
}

/**
 * The emphasis and the deletions in a text without code, links and HTML, by the index at which each begins; section "An algorithm for
 * parsing nested emphasis and links" of CommonMark. `~` is paired as on GitHub: one or two with as many. Characters that `wordEnd` matches
 * count for `*` as the ends of words, too. Time is linear in the length of the text.
 */
export function pairDelimiters(text: string, wordEnd: RegExp | null = null): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  const open: Run[] = [];
  // Nothing before these indexes opens what such a run closes: without them each run would search all before it again.
  const searched = new Map<string, number>();
  for (const run of findRuns(text, wordEnd)) {
    const isDeletion = run.character === '~';
    const key = isDeletion ? `~${run.length}` : `${run.character}${run.opens}${run.length % 3}`;
    while (run.closes && run.start < run.end) {
      let at = open.length - 1;
      const least = searched.get(key) ?? 0;
      while (at >= 0 && (open[at]?.start ?? 0) >= least && !matches(open[at], run)) at--;
      const opening = open[at];
      if (opening === undefined || opening.start < least) {
        searched.set(key, run.start);
        break;
      }
      const width = Math.min(opening.end - opening.start, run.end - run.start) >= 2 ? 2 : 1;
      open.length = at + 1;
      opening.end -= width;
      run.start += width;
      pairs.set(opening.end, { close: run.start - width, width });
      if (opening.start === opening.end) open.pop();
    }
    if (run.opens && run.start < run.end) open.push(run);
  }
  return pairs;
}

function matches(opening: Run | undefined, closing: Run): boolean {
  if (opening?.character !== closing.character) return false;
  if (closing.character === '~') return opening.length === closing.length;
  const isInner = opening.closes || closing.opens;
  return (
    !isInner || (opening.length + closing.length) % 3 !== 0 || (opening.length % 3 === 0 && closing.length % 3 === 0)
  );
}

function* findRuns(text: string, wordEnd: RegExp | null): Generator<Run> {
  for (const { 0: run, index: start } of text.matchAll(/\*+|_+|~+/g)) {
    const end = start + run.length;
    const character = run.charAt(0);
    const before = start === 0 ? ' ' : characterEndingAt(text, start);
    const behind = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
    const ends = character === '*' ? wordEnd : null;
    const [isEndBefore, isEndBehind] = [ends?.test(before) === true, ends?.test(behind) === true];
    const [kindBefore, kindBehind] = [kindOf(before), kindOf(behind)];
    const [spaceBefore, spaceBehind] = [kindBefore === 'space', kindBehind === 'space'];
    const punctuationBefore = !isEndBefore && kindBefore === 'punctuation';
    const punctuationBehind = !isEndBehind && kindBehind === 'punctuation';
    const left = !spaceBehind && (!punctuationBehind || spaceBefore || punctuationBefore || isEndBefore);
    const right = !spaceBefore && (!punctuationBefore || spaceBehind || punctuationBehind || isEndBehind);
    if (character === '~' && (run.length > 2 || (run.length === 1 && kindBefore === 'word' && kindBehind === 'word')))
      continue;
    const isInWord = character === '_' && left && right;
    yield {
      character,
      start,
      end,
      length: run.length,
      opens: left && (!isInWord || punctuationBefore),
      closes: right && (!isInWord || punctuationBehind),
    };
  }
}

/** Of a character, for emphasis. `10~20` strikes nothing out, so that words are their own kind. */
type Kind = 'space' | 'punctuation' | 'word' | 'other';

function kindOf(character: string): Kind {
  return kinds[character.charCodeAt(0)] ?? findKind(character);
}

function findKind(character: string): Kind {
  if (/\s/.test(character)) return 'space';
  if (/[\p{P}\p{S}]/u.test(character)) return 'punctuation';
  return /[\p{L}\p{N}]/u.test(character) ? 'word' : 'other';
}

/** Of those of ASCII, which are most. */
const kinds = Array.from({ length: 128 }, (_, code) => findKind(String.fromCharCode(code)));

/** Letters and punctuation of scripts without spaces. */
export const cjkCharacter =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u3000-\\u303f\\uff00-\\uffef';

const cjk = new RegExp(`[${cjkCharacter}]`, 'u');

/** Quickly excludes most texts, those with emoji too. */
const mayHaveCjk = /[\u1100-\u11ff\u2e80-\ud7ff\ud81b\ud82b\ud82c\ud840-\ud8bf\uf900-\ufaff\uff00-\uffef]|\ud83c\ude00/;

/** A run of `*` between such a character and punctuation, which another `*` is, too; every search begins at a `*`. */
const besideCjk = new RegExp(
  `\\*(?:(?<!\\*\\*)\\*+|(?<=[\\p{P}\\p{S}]\\*))[${cjkCharacter}]|\\*(?<=[${cjkCharacter}]\\*)\\**[\\p{P}\\p{S}]`,
  'u',
);

/**
 * The characters that end words for `*` in a text: those of Chinese, Japanese and Korean, where one stands between punctuation and such a
 * letter, and CommonMark would take it for text.
 */
export function wordEndsOf(text: string): RegExp | null {
  return text.includes('*') && mayHaveCjk.test(text) && besideCjk.test(text) ? cjk : null;
}
