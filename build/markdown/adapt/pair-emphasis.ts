/** Signs of emphasis that belong together: where they begin, and how many: one, or two for strong emphasis. */
export interface EmphasisPair {
  open: number;
  close: number;
  length: 1 | 2;
}

/**
 * The asterisks of a text that belong together: as CommonMark has it, or so that letters and punctuation of Chinese, Japanese and
 * Korean count as the ends of words, since these scripts have no spaces. Time is linear in the length of the text.
 */
export function pairEmphasis(text: string, isCjkFriendly: boolean): EmphasisPair[] {
  const pairs: EmphasisPair[] = [];
  const stack: Run[] = [];
  // Below these places of the stack nothing matches a closer of such a kind (CommonMark, "openers_bottom").
  const bottoms = new Map<number, number>();
  for (const run of findRuns(text, isCjkFriendly)) {
    if (run.canClose) {
      const kind = (run.length % 3) + (run.canOpen ? 3 : 0);
      for (let at = stack.length - 1; at >= (bottoms.get(kind) ?? 0) && run.left > 0; at--) {
        const opener = stack[at];
        if (opener === undefined || !matches(opener, run)) continue;
        while (opener.left > 0 && run.left > 0) {
          const length = opener.left > 1 && run.left > 1 ? 2 : 1;
          pairs.push({ open: opener.start + opener.left - length, close: run.start + run.length - run.left, length });
          opener.left -= length;
          run.left -= length;
        }
        stack.length = opener.left > 0 ? at + 1 : at;
      }
      if (run.left > 0) bottoms.set(kind, stack.length);
      for (const [other, bottom] of bottoms) if (bottom > stack.length) bottoms.set(other, stack.length);
    }
    if (run.canOpen && run.left > 0) stack.push(run);
  }
  return pairs;
}

/** Asterisks in a row. */
interface Run {
  start: number;
  length: number;
  /** Those that have no partner yet. */
  left: number;
  canOpen: boolean;
  canClose: boolean;
}

function* findRuns(text: string, isCjkFriendly: boolean): Generator<Run> {
  for (const { 0: signs, index } of text.matchAll(/\*+/g)) {
    const before = lastCharacter(text.slice(Math.max(0, index - 2), index));
    const after = firstCharacter(text.slice(index + signs.length, index + signs.length + 2));
    const [isCjkBefore, isCjkAfter] = [before, after].map((character) => isCjkFriendly && cjk.test(character));
    const [isBlankBefore, isBlankAfter] = [before, after].map((character) => /^\s?$/.test(character));
    const isMarkBefore = !isCjkBefore && punctuation.test(before);
    const isMarkAfter = !isCjkAfter && punctuation.test(after);
    yield {
      start: index,
      length: signs.length,
      left: signs.length,
      canOpen: !isBlankAfter && (!isMarkAfter || isBlankBefore || isMarkBefore || isCjkBefore === true),
      canClose: !isBlankBefore && (!isMarkBefore || isBlankAfter || isMarkAfter || isCjkAfter === true),
    };
  }
}

/** CommonMark, "rule of three". */
function matches(opener: Run, closer: Run): boolean {
  if (opener.left === 0) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? '';
}

function firstCharacter(text: string): string {
  return [...text][0] ?? '';
}

/** Letters and punctuation of scripts without spaces. */
export const cjkCharacter =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u3000-\\u303f\\uff00-\\uffef';

const cjk = new RegExp(`[${cjkCharacter}]`, 'u');

const punctuation = /[\p{P}\p{S}]/u;
