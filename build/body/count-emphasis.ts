/**
 * How many delimiters marked looks at to pair those of emphasis in a text, up to `most`: from each that may open, those up to the one that
 * closes it, and what stands between again. Escapes, code and links are not told apart: a text without emphasis may count for some.
 */
export function countEmphasis(text: string, most: number): number {
  const runs = [...text.matchAll(/\*+|_+|~+/g)].map(({ 0: run, index }) => toRun(text, run, index));
  let steps = 0;
  // Ranges of runs that are gone through, each again inside of a pair.
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
        open += other.closes ? -other.length : other.length;
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

/** As long as one look at a delimiter takes, so many characters are read again. */
const lettersPerStep = 10;

function toRun(text: string, run: string, at: number) {
  const before = text[at - 1] ?? ' ';
  const after = text[at + run.length] ?? ' ';
  return { mark: run[0], at, length: run.length, opens: !blank.test(after), closes: !blank.test(before) };
}

const blank = /\s/;
