import type { ArticleState, ChangedArticle, Changes } from '../../release/changes/changes.ts';

/** What becomes of articles, in the order in which people read it: what readers lose comes first. */
export const kinds = ['removed', 'hidden', 'moved', 're-dated', 'changed', 'added', 'shown', 'scheduled'] as const;

/** What becomes of one article, for a person. */
export interface Row {
  /** `hidden` and `shown`: its date was moved past the present; `scheduled`: nobody gets it, before and after. */
  kind: (typeof kinds)[number];
  article: ArticleState;
  /** The same before; null where it was not there. */
  before: ArticleState | null;
  notes: string[];
}

/** One row for each article that differs, by kind, and within each newest first. */
export function toRows({ added, changed, removed }: Changes): Row[] {
  const rows = [...removed.map(toRemoved), ...changed.map(toChanged), ...added.map(toAdded)];
  return kinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
}

function toAdded(article: ArticleState): Row {
  const row = { article, before: null };
  if (article.isDue) return { ...row, kind: 'added', notes: [] };
  return { ...row, kind: 'scheduled', notes: [`added, for ${article.publishAt}`] };
}

function toRemoved(article: ArticleState): Row {
  const row = { article, before: article };
  if (article.isDue) return { ...row, kind: 'removed', notes: [] };
  return { ...row, kind: 'scheduled', notes: [`removed, was for ${article.publishAt}`] };
}

function toChanged({ before, after, fields, keepsSlug }: ChangedArticle): Row {
  const slug = keepsSlug === null ? [] : [`was ${before.slug}, which ${keepsSlug ? 'leads' : 'does not lead'} here`];
  const isMoved = before.publishAt !== after.publishAt;
  const others = fields.length > 0 ? fields.join(', ') : 'what exclude_h1 leaves out';
  const toRow = (kind: Row['kind'], date: string | null): Row => {
    return { kind, article: after, before, notes: [...slug, ...(date === null ? [] : [date]), others] };
  };
  const dates = isMoved ? `${before.publishAt} → ${after.publishAt}` : null;
  if (!before.isDue && !after.isDue) return toRow('scheduled', dates ?? `for ${after.publishAt}`);
  if (!after.isDue) return toRow('hidden', `until ${after.publishAt}`);
  if (!before.isDue) return toRow('shown', `was for ${before.publishAt}`);
  return toRow(keepsSlug !== null ? 'moved' : isMoved ? 're-dated' : 'changed', dates);
}
