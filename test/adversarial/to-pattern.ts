import { count, fill, type Pattern } from './pattern.ts';

/** A part of a pattern: as it stands, or again and again. */
type Part = string | { kind: '«' | '⟦' | '‹'; parts: Part[]; times: number; isOfIndex: boolean; isCounted: boolean };

/**
 * The pattern that a text writes down. `«a»` is `a` again and again, as often as there is room; several of them share it. What stands in
 * `⟦⟧` shares it so that each stands there equally often. `‹a›9;` is `a` nine times, and `‹a›№9;` as often as the number of the
 * repetition around it, modulo nine. `№` is that number, from 0, and `№+` the one behind it.
 */
export function toPattern(text: string): Pattern {
  const parts = parse(text);
  const repeated = parts.filter((part) => isSized(part));
  return {
    name: JSON.stringify(text),
    make(size) {
      const fixed = bytesOf(parts.filter((part) => !isSized(part)));
      const room = (size - fixed) / repeated.length;
      const balanced = repeated.filter((part) => part.kind === '⟦');
      const times = Math.floor((room * balanced.length) / balanced.reduce((sum, part) => sum + bytesOf(part.parts), 0));
      return parts
        .map((part) => {
          if (!isSized(part)) return write([part], 0);
          return part.kind === '⟦' ? write(part.parts, 0).repeat(Math.max(0, times)) : fillWith(part.parts, room);
        })
        .join('');
    },
  };
}

function isSized(part: Part): part is Exclude<Part, string> {
  return typeof part !== 'string' && part.kind !== '‹';
}

function fillWith(parts: Part[], room: number): string {
  if (parts.some(isCounted)) return count(room, (index) => write(parts, index));
  const unit = write(parts, 0);
  const bytes = Buffer.byteLength(unit);
  // A character is not cut.
  return bytes === unit.length ? fill(unit, room) : unit.repeat(Math.max(0, Math.floor(room / bytes)));
}

function write(parts: readonly Part[], index: number): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll('№+', String(index + 1)).replaceAll('№', String(index));
      const times = part.isOfIndex ? index % part.times : part.times;
      if (!part.isCounted) return write(part.parts, 0).repeat(times);
      return Array.from({ length: times }, (_, each) => write(part.parts, each)).join('');
    })
    .join('');
}

/** Whether it differs with the number of the repetition that it stands in. */
function isCounted(part: Part): boolean {
  return typeof part === 'string' ? part.includes('№') : part.isOfIndex;
}

function bytesOf(parts: readonly Part[]): number {
  return Buffer.byteLength(write(parts, 0));
}

const marks = /«|»|⟦|⟧|‹|›(№?)(\d+);/g;

function parse(text: string): Part[] {
  const open: { kind: string; parts: Part[] }[] = [{ kind: '', parts: [] }];
  let from = 0;
  for (const { 0: mark, 1: ofIndex, 2: times, index } of text.matchAll(marks)) {
    const { kind, parts } = open.at(-1) ?? { kind: '', parts: [] };
    if (index > from) parts.push(text.slice(from, index));
    from = index + mark.length;
    if (mark === '«' || mark === '⟦' || mark === '‹') {
      open.push({ kind: mark, parts: [] });
      continue;
    }
    open.pop();
    const repeated = { times: Number(times ?? 0), isOfIndex: ofIndex === '№', isCounted: parts.some(isCounted) };
    open.at(-1)?.parts.push({ kind: kind as '«', parts, ...repeated });
  }
  if (from < text.length) open[0]?.parts.push(text.slice(from));
  return open[0]?.parts ?? [];
}
