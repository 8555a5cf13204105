import { hashId } from '../../src/core/hash.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { titleFromPath } from '../front-matter/fields/title-from-path.ts';
import type { UniqueNames } from '../front-matter/identify/identity.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { cutText } from '../markdown/exclude-h1/cut-text.ts';
import { renderSource } from '../pipeline/files/render-source.ts';
import { type EncodedArticle, encodeArticle } from '../release/article/encode-article.ts';
import { toImageUrl } from '../release/article/header-image.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { toArticle } from '../release/article/to-article.ts';
import type { SourceFile } from '../source/source-file.ts';

export interface RenderOptions {
  trustedHtml: boolean;
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
  { addresses, trustedHtml, contentOptions, now }: PreviewOptions,
): Buffer | null {
  const parsed = parseFile(source, bytes).value;
  const fields = parsed && deriveRegardless(parsed, contentOptions, now).fields;
  if (parsed === null || fields === null) return null;
  const own = names ?? { ...fields, id: fields.id ?? hashId(fields.slug) };
  const { rendering } = renderSource(source.path, parsed.body, addresses, trustedHtml).value;
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

/** The body of a file as HTML, and the address of its header image; null where the file cannot be parsed. */
export function previewHtml(
  source: SourceFile,
  bytes: Uint8Array,
  excludeH1: boolean,
  { addresses, trustedHtml, contentOptions, now }: PreviewOptions,
): { html: string; image: string | null } | null {
  const parsed = parseFile(source, bytes).value;
  if (parsed === null) return null;
  const { html, htmlCuts } = renderSource(source.path, parsed.body, addresses, trustedHtml).value.rendering.rendered;
  const image = deriveRegardless(parsed, contentOptions, now).fields?.header_image ?? null;
  return {
    html: excludeH1 ? cutText(html, htmlCuts) : html,
    image: image && toImageUrl(image, source.path, addresses).value,
  };
}

/** Title and date of a file, for the list; null where the file cannot be parsed. */
export function summarise(
  source: SourceFile,
  bytes: Uint8Array,
  { trustedHtml, contentOptions }: RenderOptions,
): { title: string; publishAt: number | null } | null {
  const parsed = parseFile(source, bytes).value;
  if (parsed === null) return null;
  const { fields, isDated } = deriveRegardless(parsed, contentOptions, 0);
  const findHeading = (): string | null =>
    renderSource(source.path, parsed.body, nowhere, trustedHtml).value.rendering.rendered.heading;
  const title = fields?.title ?? (findHeading() || titleFromPath(source.path));
  return { title, publishAt: isDated && fields !== null ? fields.publish_at : null };
}

/** For a rendering of which only the heading is used. */
const nowhere: Addresses = {
  site: '',
  media: { find: () => null },
  articles: { get: () => undefined },
};
