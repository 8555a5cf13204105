import type { ContentCoding } from './content-coding.ts';
import { toAsciiJson } from './encoding.ts';
import { termsListPath, toLinks, toListFields, toTail } from './links.ts';
import { parseTermsParameters } from './parameters.ts';
import { notAcceptable, unprocessable } from './problem.ts';
import type { Pairs } from './query.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { wholeView } from './view.ts';

/**
 * `GET /terms`: the tags, authors, sections, languages or values of a field of the oldest `published` articles, and how
 * many articles have each.
 */
export async function listTerms(
  release: Release,
  pairs: Pairs,
  published: number,
  coding: ContentCoding | null,
): Promise<Composed | Reply> {
  const parsed = parseTermsParameters(pairs, release.kinds);
  if (!parsed.ok) return unprocessable(parsed.errors);
  if (coding === null) return notAcceptable();
  const { kind, page, perPage } = parsed.value;
  const total = await release.terms.countTerms(kind, published);
  const start = (page - 1) * perPage;
  const data = start < total ? await release.terms.list(kind, published, start, Math.min(total, start + perPage)) : [];
  const lastPage = Math.ceil(total / perPage);
  const path = `${release.site}${termsListPath}`;
  const links = toLinks(path, parsed.value, lastPage, page < lastPage ? '' : null);
  const [from, to] = data.length === 0 ? [null, null] : [start + 1, start + data.length];
  const tail = toTail(links, { current_page: page, from, path, per_page: perPage, to });
  const around = ['', `{"data":${toAsciiJson(data)}${tail}`] as const;
  return compose(release.id, [], coding, wholeView, around, toListFields(links, total));
}
