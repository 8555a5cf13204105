import stringWidth from 'string-width';
import { groupBy } from '../../front-matter/identify/group-by.ts';
import { toPrintable } from '../../problems/printable.ts';
import type { Changes } from '../../release/changes/changes.ts';
import { toDigits } from '../count.ts';
import { toHeadline } from './to-headline.ts';
import { orderAddresses, toAnswers, toListText } from './to-lines.ts';
import { toRows } from './to-rows.ts';

/** Lines of each kind that are shown without `--all`. */
const most = 5;

/** Columns of names, at most. */
const widest = 40;

type Line = readonly [kind: string, name: string, text: string];

/** What a release changes for readers, for a terminal; '' where that is nothing. */
export function toChangesText(changes: Changes, isAll: boolean): string {
  if (changes.before === null) return 'This is the first release: all of it is new to readers.';
  const rows = toRows(changes);
  const headline = toHeadline(changes, rows);
  if (headline === null) return '';
  const list = toListText(changes);
  const lines: Line[] = [
    ...rows.map(({ kind, article, notes }): Line => [kind, article.slug, notes.join('; ')]),
    ...orderAddresses(changes.addresses).map((each): Line => {
      return ['answer', `/articles/${each.article}`, toAnswers(each).join(' → ')];
    }),
    ...changes.media.added.map((name): Line => ['picture', `/media/${name}`, 'shown now']),
    ...changes.media.removed.map((name): Line => ['picture', `/media/${name}`, 'no longer shown there']),
  ];
  return [`For readers: ${headline}.`, ...toTable(lines, isAll), ...(list === null ? [] : [`  list: ${list}`])].join(
    '\n',
  );
}

function toTable(lines: readonly Line[], isAll: boolean): string[] {
  const groups = [...groupBy(lines, ([kind]) => kind).values()];
  const shown = groups.flatMap((all): Line[] => {
    const more = all.length - most;
    if (isAll || more <= 0) return all;
    return [...all.slice(0, most), [all[0]?.[0] ?? '', `and ${toDigits(more)} more; --all shows them`, '']];
  });
  const [first, second] = [widthOf(shown, 0), widthOf(shown, 1)];
  return shown.map((line) => {
    const [kind, name, text] = line.map(toPrintable);
    return `  ${pad(kind ?? '', first)}  ${pad(name ?? '', second)}  ${text}`.trimEnd();
  });
}

function widthOf(lines: readonly Line[], column: 0 | 1): number {
  return Math.min(
    widest,
    lines.reduce((width, line) => Math.max(width, stringWidth(line[column])), 0),
  );
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
