import { hashId } from '../../src/core/hash.ts';
import { headerFinders } from '../dialects/index.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { titleFromPath } from '../front-matter/fields/path-name.ts';
import type { UniqueNames } from '../front-matter/identify/identity.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { cutText } from '../markdown/edits.ts';
import type { RenderedBody } from '../markdown/rendered-body.ts';
import { groupBy } from '../package/group-by.ts';
import { type RenderSetting, renderSource } from '../pipeline/files/render-source.ts';
import { encodeArticle } from '../release/article/encode-article.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { toArticle } from '../release/article/to-article.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { ShownArticle } from './article.ts';
import type { SafeHtml } from './html.ts';
import { markBlocks } from './mark-blocks.ts';
import { type NotedProblem, problemNote } from './problem-items.ts';

export interface PreviewSetting extends RenderSetting {
  contentOptions: ContentOptions;
}

export interface PreviewOptions extends PreviewSetting {
  addresses: Addresses;
  /** Seconds since 1970-01-01T00:00:00Z: takes the place of a missing date. */
  now: number;
}

/** An article as it would be without problems and if it were not hidden; made by the functions of the build. */
function prepare(
  source: SourceFile,
  bytes: Uint8Array,
  names: UniqueNames | null,
  { addresses, trustedHtml, dialects, contentOptions, now }: PreviewOptions,
) {
  const parsed = parseFile(source, bytes, headerFinders(dialects)).value;
  const { fields = null } = (parsed && deriveRegardless(parsed, contentOptions, now)) ?? {};
  if (parsed === null || fields === null) return null;
  const own = names ?? { ...fields, id: fields.id ?? hashId(fields.slug) };
  const render = (body: string): RenderedBody =>
    renderSource(source.path, body, addresses, { trustedHtml, dialects }).value.rendering.rendered;
  const rendered = render(parsed.body);
  const made = toArticle({ path: source.path, fields, names: own }, rendered, addresses, contentOptions.fields).value;
  return { parsed, render, rendered, made };
}

/** The JSON that the API gives for a file, or would give. Null where the file cannot be parsed. */
export function previewJson(
  source: SourceFile,
  bytes: Uint8Array,
  names: UniqueNames | null,
  excludeH1: boolean,
  options: PreviewOptions,
): Buffer | null {
  const prepared = prepare(source, bytes, names, options);
  if (prepared === null) return null;
  const { bytes: json, cuts } = encodeArticle(prepared.made);
  if (!excludeH1) return json;
  // What stands between the cuts.
  const ends = [0, ...cuts, json.length];
  return Buffer.concat(ends.flatMap((from, i) => (i % 2 === 0 ? [json.subarray(from, ends[i + 1])] : [])));
}

/**
 * The same article for a page, its body with marks before the blocks that have problems. Null where the file cannot
 * be parsed.
 */
export function previewArticle(
  source: SourceFile,
  bytes: Uint8Array,
  { names, excludeH1, problems }: { names: UniqueNames | null; excludeH1: boolean; problems: readonly NotedProblem[] },
  options: PreviewOptions,
): ShownArticle | null {
  const prepared = prepare(source, bytes, names, options);
  if (prepared === null) return null;
  const { parsed, render, rendered, made } = prepared;
  const toShown = ({ html, htmlCuts }: RenderedBody): string => (excludeH1 ? cutText(html, htmlCuts) : html);
  const byLine = groupBy(problems, ({ line }) => line - parsed.bodyLine + 1);
  const noteOf = (lines: readonly number[], isOpen: boolean): SafeHtml | null => {
    const own = lines.flatMap((line) => byLine.get(line) ?? []);
    return own.length === 0 ? null : problemNote(own, isOpen);
  };
  const { html, unmarked } = markBlocks(
    { text: parsed.body, html: toShown(rendered) },
    [...byLine.keys()],
    (body) => toShown(render(body)),
    (lines) => noteOf(lines, false)?.html ?? '',
  );
  const isTitled = !excludeH1 && rendered.heading === made.article.title;
  return { article: made.article, body: html, isTitled, notes: noteOf(unmarked, true) };
}

/** Title and date of a file, for the list; null where the file cannot be parsed. */
export function summariseFile(
  source: SourceFile,
  bytes: Uint8Array,
  { trustedHtml, dialects, contentOptions }: PreviewSetting,
): { title: string; publishAt: number | null } | null {
  const parsed = parseFile(source, bytes, headerFinders(dialects)).value;
  if (parsed === null) return null;
  const { fields, isDated } = deriveRegardless(parsed, contentOptions, 0);
  const findHeading = (): string | null =>
    renderSource(source.path, parsed.body, nowhere, { trustedHtml, dialects }).value.rendering.rendered.heading;
  const title = fields.title ?? (findHeading() || titleFromPath(fields.plainPath ?? source.path));
  return { title, publishAt: isDated ? fields.publish_at : null };
}

/** For a rendering of which only the heading is used. */
const nowhere: Addresses = {
  site: '',
  media: { find: () => null },
  articles: { get: () => undefined, find: () => null },
};
