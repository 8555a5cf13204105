/**
 * Counts the delimiters that marked looks at to pair emphasis, up to `most`: for each one that may open, all up to the one
 * that closes it, and then again all between the two. Counts those in escapes, code and links as well, so the result may be
 * too high, never too low.
 */
export function countEmphasis(text: string, most: number): number {
  const runs = [...text.matchAll(/\*+|_+|~+/g)].map(({ 0: run, index }) => toRun(text, run, index));
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

/** Reading this many characters again takes as long as looking at one delimiter. */
const lettersPerStep = 10;

function toRun(text: string, run: string, at: number) {
  const before = text[at - 1] ?? ' ';
  const after = text[at + run.length] ?? ' ';
  return { mark: run[0], at, length: run.length, opens: !blank.test(after), closes: !blank.test(before) };
}

const blank = /\s/;
