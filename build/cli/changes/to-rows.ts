import type { ArticleState, ChangedArticle, Changes, MovedArticle } from '../../release/changes/changes.ts';

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
export function toRows({ added, changed, removed, moved }: Changes): Row[] {
  const byId = new Map(moved.map((each) => [each.after.id, each]));
  const others = new Set(moved.map(({ before }) => before.id));
  const rows = [
    ...removed.filter(({ id }) => !others.has(id)).map(toRemoved),
    ...changed.map((each) => toChanged(each, byId.get(each.id))),
    ...added.map((article) => {
      const own = byId.get(article.id);
      return own === undefined ? toAdded(article) : toChanged({ ...own, id: article.id, fields: ['id'] }, own);
    }),
  ];
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

function toChanged({ before, after, fields }: ChangedArticle, moved: MovedArticle | undefined): Row {
  const isDated = before.publishAt !== after.publishAt;
  const slug = moved && `was ${before.slug}, which ${moved.keepsSlug ? 'leads here' : 'does not lead here'}`;
  const id = before.id === after.id ? undefined : `id ${before.id} → ${after.id}`;
  const said = new Set(['id', ...(moved ? ['slug'] : []), ...(isDated ? ['publish_at', 'published_at'] : [])]);
  const unsaid = fields.length === 0 ? ['what exclude_h1 leaves out'] : fields.filter((field) => !said.has(field));
  const toRow = (kind: Row['kind'], date: string | undefined): Row => {
    const notes = [slug, id, date, unsaid.length > 0 ? unsaid.join(', ') : undefined];
    return { kind, article: after, before, notes: notes.filter((note) => note !== undefined) };
  };
  const dates = isDated ? `${before.publishAt} → ${after.publishAt}` : undefined;
  if (!before.isDue && !after.isDue) return toRow('scheduled', dates ?? `for ${after.publishAt}`);
  if (!after.isDue) return toRow('hidden', `until ${after.publishAt}`);
  if (!before.isDue) return toRow('shown', `was for ${before.publishAt}`);
  return toRow(moved ? 'moved' : isDated ? 're-dated' : 'changed', dates);
}
