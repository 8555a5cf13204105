import stringWidth from 'string-width';
import { groupBy } from '../../front-matter/identify/group-by.ts';
import { toPrintable } from '../../problems/printable.ts';
import type { Changes } from '../../release/changes/changes.ts';
import { toDigits } from '../count.ts';
import { toHeadline } from './to-headline.ts';
import { orderAddresses, toAnswers, toListText } from './to-lines.ts';
import { kinds, toRows } from './to-rows.ts';

/** Lines of each kind that are shown without `--all`. */
const most = 5;

/** Columns of names, at most. */
const widest = 40;

const kindWidth = Math.max(...kinds.map(({ length }) => length));

type Line = readonly [kind: string, name: string, text: string];

/** What a release changes for readers, for a terminal; '' where that is nothing. */
export function toChangesText(changes: Changes, isAll: boolean): string {
  if (changes.before === null) return 'This is the first release: all of it is new to readers.';
  const rows = toRows(changes);
  const headline = toHeadline(changes, rows);
  if (headline === null) return '';
  const articles = rows.map(({ kind, article, notes }): Line => [kind, article.slug, notes.join('; ')]);
  const answers = orderAddresses(changes.addresses).map((each): Line => {
    return ['answer', `/articles/${each.article}`, toAnswers(each).join(' → ')];
  });
  const pictures = [
    ...changes.media.added.map((name): Line => ['picture', `/media/${name}`, 'shown now']),
    ...changes.media.removed.map((name): Line => ['picture', `/media/${name}`, 'no longer shown there']),
  ];
  const list = toListText(changes);
  return [
    `For readers: ${headline}.`,
    ...[articles, answers, pictures].flatMap((lines) => toTable(lines, isAll)),
    ...(list === null ? [] : [`  ${'list'.padEnd(kindWidth)}  ${list}`]),
  ].join('\n');
}

function toTable(lines: readonly Line[], isAll: boolean): string[] {
  const groups = [...groupBy(lines, ([kind]) => kind).values()];
  const shown = groups.map((all) => (isAll ? all : all.slice(0, most)));
  const width = widthOf(shown.flat());
  return groups.flatMap((all, i) => {
    const more = all.length - (shown[i]?.length ?? 0);
    const printed = (shown[i] ?? []).map((line) => {
      const [kind = '', name = '', text = ''] = line.map(toPrintable);
      return `  ${kind.padEnd(kindWidth)}  ${name}${' '.repeat(Math.max(0, width - stringWidth(name)))}  ${text}`.trimEnd();
    });
    const rest = `  ${(all[0]?.[0] ?? '').padEnd(kindWidth)}  and ${toDigits(more)} more; --all shows them`;
    return more > 0 ? [...printed, rest] : printed;
  });
}

function widthOf(lines: readonly Line[]): number {
  return Math.min(
    widest,
    lines.reduce((width, [, name]) => Math.max(width, stringWidth(name)), 0),
  );
}
