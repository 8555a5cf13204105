import { groupBy } from '../../front-matter/identify/group-by.ts';
import type { Changes } from '../../release/changes/changes.ts';
import { toDigits } from '../count.ts';
import type { Row } from './to-rows.ts';

/** `2 articles removed, 1 changed; 1 scheduled one`; null where nothing at all differs. */
export function toHeadline({ site, addresses, list }: Changes, rows: readonly Row[]): string | null {
  const counts = [...groupBy(rows, ({ kind }) => kind)].map(([kind, { length }]) => ({ kind, length }));
  const now = counts.filter(({ kind }) => kind !== 'scheduled');
  const scheduled = counts.find(({ kind }) => kind === 'scheduled')?.length ?? 0;
  if (counts.length === 0 && site === null && addresses.length === 0 && list.live.changed === 0) return null;
  const articles = now.map(({ kind, length }, i) => `${toDigits(length)} ${i > 0 ? '' : toNoun(length)}${kind}`);
  const words = [
    ...(articles.length > 0 ? [articles.join(', ')] : []),
    ...(articles.length === 0 && addresses.length > 0
      ? [`${toDigits(addresses.length)} ${toAddress(addresses.length)}`]
      : []),
    ...(site === null ? [] : [`every link begins with ${site.after}, no longer with ${site.before}`]),
  ];
  const later =
    scheduled > 0 ? `${toDigits(scheduled)} scheduled ${scheduled === 1 ? 'one differs' : 'ones differ'}` : '';
  return [words.length > 0 ? words.join('; ') : 'nothing changes now', ...(later === '' ? [] : [later])].join('; ');
}

function toNoun(number: number): string {
  return number === 1 ? 'article ' : 'articles ';
}

function toAddress(number: number): string {
  return number === 1 ? 'address answers otherwise' : 'addresses answer otherwise';
}
