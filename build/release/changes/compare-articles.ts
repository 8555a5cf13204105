import { type Article, articleFields } from '../../../src/core/article.ts';
import { assetFolderOf } from '../../../src/core/asset-name.ts';
import { decodePercent } from '../../../src/core/encoding.ts';
import { groupBy } from '../../package/group-by.ts';
import type { ArticleState, Changes } from './changes.ts';
import { type ReleaseView, type Row, readArticles } from './release-view.ts';

/** What becomes of each article of the pages that only one release has. */
export type ComparedArticles = Pick<Changes, 'added' | 'changed' | 'removed' | 'media'>;

/** The articles of those pages, newest first, by their ids. */
export interface ChangedRows {
  before: ReadonlyMap<number, Row>;
  after: ReadonlyMap<number, Row>;
}

/** Reads the articles that differ, page by page, so that few are in memory, and compares them field by field. */
export async function compareArticles(
  from: ReleaseView,
  to: ReleaseView,
  { before, after }: ChangedRows,
): Promise<ComparedArticles> {
  const found: Omit<ComparedArticles, 'media'> = { added: [], changed: [], removed: [] };
  const named = new Set<string>();
  const gone = [...before.values()].filter(({ id }) => !after.has(id));
  for (const rows of groupBy(gone, ({ page }) => page).values()) {
    for (const article of (await readArticles(from, rows)).values()) {
      found.removed.push(toState(article, from.now));
      addMedia(article, from.release, named);
    }
  }
  const others = [...after.values()].filter((row) => !isSame(row, before.get(row.id)));
  for (const rows of groupBy(others, ({ page }) => page).values()) {
    const former = await readArticles(
      from,
      rows.flatMap(({ id }) => before.get(id) ?? []),
    );
    for (const [id, article] of await readArticles(to, rows)) {
      const old = former.get(id);
      const state = toState(article, to.now);
      addMedia(article, to.release, named);
      if (old === undefined) found.added.push(state);
      else {
        const changed = articleFields.filter((field) => old[field] !== article[field]);
        found.changed.push({ id, before: toState(old, from.now), after: state, fields: changed });
        addMedia(old, from.release, named);
      }
    }
  }
  return { ...found, media: await compareMedia(from, to, named) };
}

/** Which of these assets only one release gives: others of its articles may show what one no longer does. */
async function compareMedia(from: ReleaseView, to: ReleaseView, names: ReadonlySet<string>): Promise<Changes['media']> {
  const isOpen = async ({ release, publishedCount }: ReleaseView, name: string): Promise<boolean> => {
    const place = await release.findAsset(name);
    return place !== null && place < publishedCount;
  };
  const media: Changes['media'] = { added: [], removed: [] };
  for (const name of [...names].sort()) {
    const [was, is] = [await isOpen(from, name), await isOpen(to, name)];
    if (was !== is) (is ? media.added : media.removed).push(name);
  }
  return media;
}

function isSame({ hash, digest }: Row, other: Row | undefined): boolean {
  return hash === other?.hash && digest === other.digest;
}

function toState({ id, slug, title, publish_at }: Article, now: number): ArticleState {
  return { id, slug, title, publishAt: publish_at, isPublished: Date.parse(publish_at) / 1000 <= now };
}

/** Adds what may be the names of assets that an article shows. */
function addMedia(
  { html, header_image_url }: Article,
  { site, settings }: ReleaseView['release'],
  names: Set<string>,
): void {
  const start = `${site}/${assetFolderOf(settings)}`;
  const text = `${html}"${header_image_url ?? ''}`;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const [name = ''] = /^[^\s"'<>()?#,&]*/.exec(text.slice(at + start.length, at + start.length + 300)) ?? [];
    if (name !== '') names.add(decodePercent(name) ?? name);
  }
}
