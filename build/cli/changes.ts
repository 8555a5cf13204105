import { groupBy } from '../package/group-by.ts';
import type {
  AddressResponse,
  ArticleState,
  ChangedArticle,
  Changes,
  MovedArticle,
} from '../release/changes/changes.ts';
import { toDigits } from './figures.ts';
import { toTextTable } from './table.ts';

/** What becomes of articles, in the order in which people read it: what readers lose comes first. */
const kinds = ['removed', 'hidden', 'moved', 're-dated', 'changed', 'added', 'shown', 'scheduled'] as const;

/** What becomes of one article, for a person. */
export interface ArticleChange {
  /** `hidden` and `shown`: its date was moved past the present; `scheduled`: readers do not get it, before and after. */
  kind: (typeof kinds)[number];
  article: ArticleState;
  /** The same before; null where it was not there. */
  before: ArticleState | null;
  notes: string[];
}

/** What a release changes for readers, in words. */
export interface DescribedChanges {
  /** `1 article removed, 1 changed; 1 scheduled article changed`; null where nothing at all differs. */
  headline: string | null;
  /** By kind, and within each newest first. */
  articles: ArticleChange[];
  /** Addresses that respond differently, those that readers lose first. */
  responses: [path: string, before: string, after: string][];
  images: [path: string, note: string][];
  /** What becomes of the list; null where it stays as it is. */
  list: string | null;
}

export function describeChanges(changes: Changes): DescribedChanges {
  const articles = toArticleChanges(changes);
  const rank = ({ status }: AddressResponse): number => (status === 404 ? 0 : status === 308 ? 1 : 2);
  const { added, removed } = changes.media;
  return {
    headline: toHeadline(changes, articles),
    articles,
    responses: [...changes.addresses]
      .sort((a, b) => rank(a.after) - rank(b.after))
      .map(({ article, before, after }) => {
        const isOther = before.status === 200 && after.status === 200;
        return [`/articles/${article}`, toResponse(before, isOther), toResponse(after, isOther)];
      }),
    images: [
      ...added.map((name): [string, string] => [`/media/${name}`, 'shown now']),
      ...removed.map((name): [string, string] => [`/media/${name}`, 'not shown any more']),
    ],
    list: toListText(changes),
  };
}

/** Lines of each kind that are shown without `--all`. */
const maxRows = 5;

/** What a release changes for readers, for a terminal; '' where that is nothing. */
export function toChangesText(changes: Changes, all: boolean): string {
  if (changes.before === null) return 'This is the first release: everything is new to readers.';
  const { headline, articles, responses, images, list } = describeChanges(changes);
  if (headline === null) return '';
  const tables = [
    articles.map(({ kind, article, notes }) => [kind, article.slug, notes.join('; ')]),
    responses.map(([path, before, after]) => ['response', path, `${before} → ${after}`]),
    images.map(([path, note]) => ['image', path, note]),
  ];
  return [
    `For readers: ${headline}.`,
    ...tables.flatMap((rows) => toKinds(rows, all)),
    ...(list === null ? [] : toTextTable([['list', list]], layout)),
  ].join('\n');
}

const layout = { indent: '  ', minWidth: Math.max(...kinds.map(({ length }) => length)) };

/** The first rows of each kind, and how many more there are. */
function toKinds(rows: readonly string[][], all: boolean): string[] {
  const groups = [...groupBy(rows, ([kind]) => kind)].map(([kind = '', own]) => ({ kind, own }));
  const shown = groups.map(({ own }) => (all ? own : own.slice(0, maxRows)));
  const lines = toTextTable(shown.flat(), layout);
  return groups.flatMap(({ kind, own }, i) => {
    const length = shown[i]?.length ?? 0;
    const more = own.length - length;
    const rest = more > 0 ? toTextTable([[kind, `and ${toDigits(more)} more (--all shows them)`]], layout) : [];
    return [...lines.splice(0, length), ...rest];
  });
}

/** One change for each article that differs. */
function toArticleChanges({ added, changed, removed, moved }: Changes): ArticleChange[] {
  const byId = new Map(moved.map((each) => [each.after.id, each]));
  const others = new Set(moved.map(({ before }) => before.id));
  const found = [
    ...removed
      .filter(({ id }) => !others.has(id))
      .map((article) => toComing('removed', article, article, `removed, was for ${article.publishAt}`)),
    ...changed.map((each) => toChanged(each, byId.get(each.id))),
    ...added.map((article) => {
      const own = byId.get(article.id);
      return own === undefined
        ? toComing('added', article, null, `added, for ${article.publishAt}`)
        : toChanged({ ...own, id: article.id, fields: ['id'] }, own);
    }),
  ];
  return kinds.flatMap((kind) => found.filter((each) => each.kind === kind));
}

/** An article that only one of the releases has. */
function toComing(
  kind: 'added' | 'removed',
  article: ArticleState,
  before: ArticleState | null,
  later: string,
): ArticleChange {
  return article.isPublished
    ? { kind, article, before, notes: [] }
    : { kind: 'scheduled', article, before, notes: [later] };
}

function toChanged({ before, after, fields }: ChangedArticle, moved: MovedArticle | undefined): ArticleChange {
  const isDated = before.publishAt !== after.publishAt;
  const dates = isDated ? `${before.publishAt} → ${after.publishAt}` : undefined;
  const toKind = (): [kind: ArticleChange['kind'], date: string | undefined] => {
    if (!before.isPublished && !after.isPublished) return ['scheduled', dates ?? `for ${after.publishAt}`];
    if (!after.isPublished) return ['hidden', `until ${after.publishAt}`];
    if (!before.isPublished) return ['shown', `was for ${before.publishAt}`];
    return [moved ? 'moved' : isDated ? 're-dated' : 'changed', dates];
  };
  const [kind, date] = toKind();
  const said = new Set(['id', ...(moved ? ['slug'] : []), ...(isDated ? ['publish_at', 'published_at'] : [])]);
  const others = fields.length === 0 ? ['what exclude_h1 removes'] : fields.filter((field) => !said.has(field));
  const notes = [
    moved && `was ${before.slug}, which ${moved.keepsSlug ? 'leads here' : 'does not lead here'}`,
    before.id === after.id ? undefined : `id ${before.id} → ${after.id}`,
    date,
    others.join(', ') || undefined,
  ].filter((note) => note !== undefined);
  return { kind, article: after, before, notes };
}

function toHeadline({ site, addresses, list }: Changes, articles: readonly ArticleChange[]): string | null {
  const counts = [...groupBy(articles, ({ kind }) => kind)].map(([kind, { length }]) => ({ kind, length }));
  const now = counts.filter(({ kind }) => kind !== 'scheduled');
  const scheduled = counts.find(({ kind }) => kind === 'scheduled')?.length ?? 0;
  if (counts.length === 0 && site === null && addresses.length === 0 && list.changed === 0) return null;
  const { length } = addresses;
  const words = [
    now.map(({ kind, length }, i) => `${toDigits(length)} ${i > 0 ? '' : toNoun(length)}${kind}`).join(', '),
    now.length > 0 || length === 0
      ? ''
      : `${toDigits(length)} ${length === 1 ? 'address responds' : 'addresses respond'} differently`,
    site === null ? '' : `every link begins with ${site.after}, no longer with ${site.before}`,
  ].filter((text) => text !== '');
  const later = scheduled > 0 ? [`${toDigits(scheduled)} scheduled ${toNoun(scheduled)}changed`] : [];
  return [...(words.length > 0 ? words : ['nothing changes now']), ...later].join('; ');
}

function toNoun(number: number): string {
  return number === 1 ? 'article ' : 'articles ';
}

/** `200`, `308 to /articles/new`; with the id where another article has the address. */
function toResponse(response: AddressResponse, isOther: boolean): string {
  if (response.status === 308) return `308 to /articles/${response.to}`;
  return isOther && response.status === 200 ? `200, id ${response.id}` : String(response.status);
}

function toListText({ list: { before, after, changed } }: Changes): string | null {
  if (changed === 0) return null;
  const pages = before === after ? '' : `, ${toDigits(before)} pages before and ${toDigits(after)} now`;
  return `${toDigits(changed)} of ${toDigits(Math.max(before, after))} live pages change${pages}`;
}
