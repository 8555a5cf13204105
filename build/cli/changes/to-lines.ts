import type { Answer, ChangedAddress, ChangedPages, Changes } from '../../release/changes/changes.ts';
import { toDigits } from '../count.ts';

/** Addresses whose answer changes, those that readers lose first. */
export function orderAddresses(addresses: readonly ChangedAddress[]): ChangedAddress[] {
  const rank = ({ after: { status } }: ChangedAddress): number => (status === 404 ? 0 : status === 308 ? 1 : 2);
  return [...addresses].sort((a, b) => rank(a) - rank(b));
}

/** `200`, `308 to /articles/new`. */
function toAnswer(answer: Answer): string {
  if (answer.status === 308) return `308 to /articles/${answer.to}`;
  return String(answer.status);
}

/** `/articles/old: 200 → 308 to /articles/new`. */
export function toAnswers({ before, after }: ChangedAddress): [before: string, after: string] {
  const isOther = before.status === 200 && after.status === 200;
  return isOther ? [`200, id ${before.id}`, `200, id ${after.id}`] : [toAnswer(before), toAnswer(after)];
}

/** What becomes of the list; null where it stays as it is. */
export function toListText({ list: { live, pinned } }: Changes): string | null {
  if (live.changed === 0 && pinned.changed === 0) return null;
  const pages =
    live.before === live.after ? '' : `, ${toDigits(live.before)} pages before and ${toDigits(live.after)} now`;
  return `${toShare(live, 'live')} and ${toShare(pinned, 'pinned')} change${pages}`;
}

function toShare({ before, after, changed }: ChangedPages, word: string): string {
  return `${toDigits(changed)} of ${toDigits(Math.max(before, after))} ${word} pages`;
}
