import { hashId } from '../../src/core/hash.ts';
import { headerFinders } from '../dialects/index.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { titleFromPath } from '../front-matter/fields/path-name.ts';
import { groupBy } from '../front-matter/identify/group-by.ts';
import type { UniqueNames } from '../front-matter/identify/identity.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { cutText } from '../markdown/exclude-h1/cut-text.ts';
import type { RenderedBody } from '../markdown/rendered-body.ts';
import { type RenderSetting, renderSource } from '../pipeline/files/render-source.ts';
import { type EncodedArticle, encodeArticle } from '../release/article/encode-article.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { toArticle } from '../release/article/to-article.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { ShownArticle } from './article-document.ts';
import { markBlocks } from './mark-blocks.ts';
import { type NotedProblem, problemNote } from './problem-note.ts';

export interface RenderOptions extends RenderSetting {
  contentOptions: ContentOptions;
}

export interface PreviewOptions extends RenderOptions {
  addresses: Addresses;
  /** Seconds since 1970-01-01T00:00:00Z: takes the place of a missing date. */
  now: number;
}

/**
 * The JSON that the API answers for a file, or would answer if the file had no problems and were not hidden; made by the
 * functions of the build. Null where the file cannot be parsed.
 */
export function previewJson(
  source: SourceFile,
  bytes: Uint8Array,
  names: UniqueNames | null,
  excludeH1: boolean,
  { addresses, trustedHtml, dialects, contentOptions, now }: PreviewOptions,
): Buffer | null {
  const parsed = parseFile(source, bytes, headerFinders(dialects)).value;
  const fields = parsed && deriveRegardless(parsed, contentOptions, now).fields;
  if (parsed === null || fields === null) return null;
  const own = names ?? { ...fields, id: fields.id ?? hashId(fields.slug) };
  const { rendering } = renderSource(source.path, parsed.body, addresses, { trustedHtml, dialects }).value;
  const article = encodeArticle(
    toArticle({ path: source.path, fields, names: own }, rendering.rendered, addresses).value,
  );
  return excludeH1 ? withoutCuts(article) : article.bytes;
}

function withoutCuts({ bytes, cuts }: EncodedArticle): Buffer {
  const kept: Buffer[] = [];
  for (let i = 0, from = 0; i <= cuts.length; i += 2) {
    kept.push(bytes.subarray(from, cuts[i]));
    from = cuts[i + 1] ?? 0;
  }
  return Buffer.concat(kept);
}

/**
 * The same article for the frame, its body with marks before the blocks that have problems. Null where the file cannot be
 * parsed.
 */
export function previewArticle(
  source: SourceFile,
  bytes: Uint8Array,
  { names, excludeH1, problems }: { names: UniqueNames | null; excludeH1: boolean; problems: readonly NotedProblem[] },
  { addresses, trustedHtml, dialects, contentOptions, now }: PreviewOptions,
): ShownArticle | null {
  const parsed = parseFile(source, bytes, headerFinders(dialects)).value;
  const derived = parsed && deriveRegardless(parsed, contentOptions, now);
  const fields = derived?.fields ?? null;
  if (parsed === null || derived === null || fields === null) return null;
  const own = names ?? { ...fields, id: fields.id ?? hashId(fields.slug) };
  const render = (body: string) =>
    renderSource(source.path, body, addresses, { trustedHtml, dialects }).value.rendering.rendered;
  const toShown = ({ html, htmlCuts }: RenderedBody): string => (excludeH1 ? cutText(html, htmlCuts) : html);
  const rendered = render(parsed.body);
  const byLine = groupBy(problems, ({ line }) => line - parsed.bodyLine + 1);
  const noteOf = (lines: readonly number[], isOpen: boolean): string =>
    lines.length === 0
      ? ''
      : problemNote(
          lines.flatMap((line) => byLine.get(line) ?? []),
          isOpen,
        );
  const { html, unmarked } = markBlocks(
    { text: parsed.body, html: toShown(rendered) },
    [...byLine.keys()],
    (body) => toShown(render(body)),
    (lines) => noteOf(lines, false),
  );
  const { article } = toArticle({ path: source.path, fields, names: own }, rendered, addresses).value;
  const isTitled = !excludeH1 && rendered.heading === article.title;
  return { article, body: html, isTitled, isDated: derived.isDated, notes: noteOf(unmarked, true) };
}

/** Title and date of a file, for the list; null where the file cannot be parsed. */
export function summarise(
  source: SourceFile,
  bytes: Uint8Array,
  { trustedHtml, dialects, contentOptions }: RenderOptions,
): { title: string; publishAt: number | null } | null {
  const parsed = parseFile(source, bytes, headerFinders(dialects)).value;
  if (parsed === null) return null;
  const { fields, isDated } = deriveRegardless(parsed, contentOptions, 0);
  const findHeading = (): string | null =>
    renderSource(source.path, parsed.body, nowhere, { trustedHtml, dialects }).value.rendering.rendered.heading;
  const title = fields?.title ?? (findHeading() || titleFromPath(source.path));
  return { title, publishAt: isDated && fields !== null ? fields.publish_at : null };
}

/** For a rendering of which only the heading is used. */
const nowhere: Addresses = {
  site: '',
  media: { find: () => null },
  articles: { get: () => undefined },
};
