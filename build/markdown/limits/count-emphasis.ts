/**
 * Counts the delimiters that marked looks at to pair emphasis, up to `most`: for each one that may open, all up to the one
 * that closes it, and then again all between the two. Counts those in escapes, code and links as well. Counts once with every delimiter
 * that stands at a word as one that closes, and once by the rules of CommonMark, by which many a one never does; gives the higher count.
 */
export function countEmphasis(text: string, most: number): number {
  const runs = [...text.matchAll(/\*+|_+|~+/g)].map(({ 0: run, index }) => toRun(text, run, index));
  const steps = count(runs, mayClose, most);
  return steps >= most ? most : Math.max(steps, count(runs, closes, most));
}

function count(runs: readonly Run[], closes: (run: Run, opening: Run) => boolean | null, most: number): number {
  let steps = 0;
  // Ranges of runs still to count; each pair adds the range inside it.
  const ranges: [from: number, to: number][] = [[0, runs.length]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to] = range;
    for (let i = from; i < to && steps < most; i++) {
      const run = runs[i];
      if (run?.opens !== true) continue;
      let open = run.length;
      for (let j = i + 1; j < to && steps < most; j++) {
        steps++;
        const other = runs[j];
        if (other === undefined || other.mark !== run.mark) continue;
        const isClosing = closes(other, run);
        if (isClosing === null) continue;
        open += isClosing ? -other.length : other.length;
        if (open > 0) continue;
        ranges.push([i + 1, j]);
        steps += (other.at - run.at) / lettersPerStep;
        i = j;
        break;
      }
    }
  }
  return Math.min(most, steps);
}

/** Reading this many characters again takes as long as looking at one delimiter. */
const lettersPerStep = 10;

/** A delimiter run: CommonMark 0.31, section 6.2. */
interface Run {
  mark: string;
  at: number;
  length: number;
  /** Whether no blank follows it. */
  opens: boolean;
  /** Whether no blank comes before it. */
  isBehindWord: boolean;
  /** Whether the rules let it close what another one opened. */
  closes: boolean;
  /** Whether it is left-flanking and right-flanking. */
  isBoth: boolean;
}

function mayClose({ isBehindWord }: Run): boolean {
  return isBehindWord;
}

/** Null where a run neither closes nor opens: where the sum of the lengths of two that could do both is a multiple of 3. */
function closes(run: Run, opening: Run): boolean | null {
  const isOdd = opening.length % 3 !== 0 && (opening.length + run.length) % 3 === 0;
  return isOdd && (run.isBoth || opening.isBoth) ? null : run.closes;
}

function toRun(text: string, run: string, at: number): Run {
  const before = at === 0 ? Kind.blank : kindOf(text.charAt(at - 1), text, at - 2);
  const end = at + run.length;
  const after = end === text.length ? Kind.blank : kindOf(text.charAt(end), text, end);
  const isLeftFlanking = after !== Kind.blank && (after === Kind.other || before !== Kind.other);
  const isRightFlanking = before !== Kind.blank && (before === Kind.other || after !== Kind.other);
  const [mark = ''] = run;
  return {
    ...{ mark, at, length: run.length },
    opens: after !== Kind.blank,
    isBehindWord: before !== Kind.blank,
    closes: isRightFlanking && (mark !== '_' || !isLeftFlanking || after === Kind.punctuation),
    isBoth: isLeftFlanking && isRightFlanking,
  };
}

/** What a character is to the rules. */
const Kind = { blank: 0, punctuation: 1, other: 2 } as const;

const kinds = new Map<string, number>();

/** Of the character, or of the surrogate pair that it belongs to and that begins at `start`. */
function kindOf(character: string, text: string, start: number): number {
  const known = kinds.get(character);
  if (known !== undefined) return known;
  if (surrogate.test(character)) return punctuation.test(text.slice(start, start + 2)) ? Kind.punctuation : Kind.other;
  const kind = blank.test(character) ? Kind.blank : punctuation.test(character) ? Kind.punctuation : Kind.other;
  kinds.set(character, kind);
  return kind;
}

const blank = /\s/;
const surrogate = /[\ud800-\udfff]/;
const punctuation = /[\p{P}\p{S}]/u;
