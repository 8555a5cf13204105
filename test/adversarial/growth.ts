import { Marked } from 'marked';
import { mayHideByLanguage } from '../../build/markdown/walk/hidden-languages.ts';
import { buildText } from './build-text.ts';

/** Milliseconds of the processor's time that `work` takes. */
export function timeOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Milliseconds for a megabyte, on a machine that takes one second for a megabyte of prose, elsewhere twice what that
 * takes, or what marked alone takes; and the power of its size by which a time may grow. Others may use the machine of
 * a CI run: there only what is clearly slower fails.
 */
export const most = process.env.CI ? 10_000 : 2000;
const mostPower = process.env.CI ? 1.5 : 1.2;

/** Milliseconds below which a time says nothing of growth: it is that of the compiler and of the garbage collector. */
const least = 500;

/** How often a text is built again to find the least time, to which chance only adds. */
const tries = 4;

/**
 * How long `build` takes for a text of `size` bytes, and by which power of its size that grows, where either is too
 * much; null where it is not. `first` is how long it took for `size`. A quarter of the text is its dearest one, or a
 * text of that size: what opens in the first quarter and ends in the last may hide all between. What hides a quarter by
 * chance, and not the whole, is no growth either: then a text four times as long takes four times as long, unless
 * `build` says that it alone is refused.
 */
export function findSlow(
  make: (size: number) => string,
  build: (text: string) => boolean,
  size: number,
  first: number,
): string | null {
  if (first < least) return null;
  const text = make(size);
  const [header = ''] = /^(?:---|\+\+\+)\n[\s\S]*?\n(?:---|\+\+\+)\n/.exec(text) ?? [];
  const length = Math.ceil(text.length / 4);
  const quarters = [make(size / 4), ...[1, 2, 3].map((i) => header + text.slice(i * length, (i + 1) * length))];
  // What may hold hidden parts is parsed again without them.
  const bound = mayHideByLanguage(text) ? 2 * most : most;
  let [part, whole] = [Number.POSITIVE_INFINITY, first];
  let growth = 0;
  for (let i = 0; i < tries && whole >= least; i++) {
    part = Math.min(part, Math.max(...quarters.map((quarter) => timeOf(() => build(quarter)))));
    growth = Math.log(whole / part) / Math.log(4);
    const isLong = whole > bound && whole > (bound / 1000) * timeOf(buildProse) && whole > 2 * timeOf(lexAlone);
    if (growth <= mostPower && !isLong) return null;
    whole = Math.min(
      whole,
      timeOf(() => build(text)),
    );
  }
  if (whole < least || (whole <= bound && !growsOn())) return null;
  return `${Math.round(whole)} ms, n^${growth.toFixed(2)}`;

  /** Some texts of single marks take marked itself as long. What overflows it says nothing. */
  function lexAlone(): void {
    try {
      new Marked().lexer(text.slice(header.length));
    } catch {}
  }

  function growsOn(): boolean {
    const longer = make(4 * size);
    const time = timeOf(() => build(longer));
    return Math.log(time / whole) / Math.log(4) > mostPower || (build(longer) && !build(text));
  }
}

/** Whether a body would take too much work, and was not read to its end. */
export function isRefused({ problems }: ReturnType<typeof buildText>): boolean {
  return problems.some(({ code, severity }) => severity === 'error' && code.startsWith('too-'));
}

function buildProse(): void {
  buildText(`---\ndate: 2026-01-01\n---\n# Prose\n\n${'Some *words* of a text.\n\n'.repeat(40_000)}`, 'a.md');
}
