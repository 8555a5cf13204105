import { cutPage } from './cut.ts';
import { listPath } from './links.ts';
import type { Conditions } from './list-articles.ts';
import { parseArticleParameters } from './parameters.ts';
import { problem } from './problem.ts';
import type { Release } from './release.ts';
import { moved, notModified, ok, type Reply } from './reply.ts';
import { lastModified, matches, toEntityTag } from './representation.ts';

/** `GET /articles/{article}`: one range of a page file. `article` is decoded. */
export async function fetchArticle(
  release: Release,
  article: string,
  query: string,
  conditions: Conditions,
): Promise<Reply> {
  const parsed = parseArticleParameters(query);
  if (!parsed.ok) return problem(422, Object.values(parsed.errors).flat().join(' '), {}, parsed.errors);
  const { excludeH1, given } = parsed.value;
  const due = await release.dueCount(conditions.now);
  const found = await find(release, article);
  if (found !== null && 'movedTo' in found) {
    const target = await release.find(found.movedTo);
    const isDue = target !== null && 'place' in target && target.place < due;
    return isDue ? movedTo(release, found.movedTo, given ? `?exclude_h1=${excludeH1}` : '') : unknown();
  }
  if (found === null || found.place >= due) return unknown();
  const [part] = await release.pages(found.place, found.place + 1);
  if (part === undefined) return unknown();
  const representation = {
    tag: toEntityTag(part.rows, excludeH1),
    modified: lastModified(part.rows, conditions.now),
    release: release.id,
    list: null,
  };
  if (matches(conditions.ifNoneMatch, representation.tag)) return notModified(representation);
  return ok([cutPage(part, excludeH1)], representation);
}

/** All digits is an id, written as JSON writes it; anything else a slug. */
function find(release: Release, article: string): ReturnType<Release['find']> {
  if (!/^\d+$/.test(article)) return release.find(article);
  return /^[1-9]\d{0,9}$/.test(article) ? release.find(Number(article)) : Promise.resolve(null);
}

/** The same for an unknown article, one that is not yet due, and a draft. */
function unknown(): Reply {
  return problem(404, 'There is no such article. Look its id or slug up in the list of articles.');
}

/** RFC 9110 section 15.4.9. */
function movedTo(release: Release, slug: string, query: string): Reply {
  return moved(`${release.site}${listPath}/${encodeURIComponent(slug)}${query}`, release.id);
}
