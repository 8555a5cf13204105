import type { BodyDialect } from './body-dialect.ts';
import { findHtmlFacts } from './html/html-facts.ts';
import type { Size } from './html/image-attributes.ts';
import { renderHtml } from './html/render-html.ts';
import { findActive } from './parse/parse-body.ts';
import { TooMuchWork } from './parse/too-much-work.ts';
import { type ParseSetting, parseShown, type ShownText } from './parse-shown.ts';
import type { RenderedBody } from './rendered-body.ts';
import { checkAnchors, isOwnLink } from './walk/anchors.ts';
import type { BodyProblem } from './walk/body-problems.ts';
import { checkBody, checkEmpty } from './walk/check-body.ts';
import { findExcerpt, withoutUnseen } from './walk/excerpt.ts';
import { findAddresses } from './walk/find-addresses.ts';
import { findH1, mayHaveH1 } from './walk/find-h1.ts';
import { findTitle } from './walk/find-title.ts';
import { limitAttributes } from './walk/limit-attributes.ts';
import { limitAddresses, toLimitProblem } from './walk/limit-problems.ts';
import { type Resolve, resolveAddresses } from './walk/resolve-addresses.ts';
import { toMarkdown } from './walk/to-markdown.ts';

export interface RenderOptions {
  /**
   * The new address for one that an author wrote, or null to leave it. Reports its own problems. The position is in the
   * body.
   */
  resolve: Resolve;
  /** Leaves HTML of authors as it is, for a site that trusts them. */
  trustedHtml: boolean;
  /** The dialects that the body may be written in; none by default. */
  dialects?: readonly BodyDialect[];
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks?: boolean | undefined;
  /** The path of the file from the content folder on. */
  path?: string;
  /** The path from the content folder of the file that a link names; null for none. */
  findNamed?: (name: string) => string | null;
  /** The size of the image at a resolved address; null where it is not known. */
  sizeOf?: (address: string) => Size | null;
}

/** A rendered body, null where it cannot be rendered. Positions of problems count from the first line of the body. */
export interface BodyResult {
  value: RenderedBody | null;
  problems: BodyProblem[];
}

/**
 * Renders the Markdown of an article (LF line ends): parses it once, resolves its addresses, makes HTML of it that is
 * safe, and finds the cuts that exclude its level-one headings.
 */
export function renderBody(body: string, options: RenderOptions): BodyResult {
  const { resolve, trustedHtml, dialects = [], lineBreaks = false } = options;
  const { path = '', findNamed = () => null, sizeOf = () => null } = options;
  const source = body.replaceAll('\0', '\ufffd');
  const active = findActive(source, dialects);
  const setting = { source, path, findNamed, trustedHtml, dialects, active, lineBreaks, resolve, sizeOf };
  const shown = parseShown(setting);
  if (!('parsed' in shown)) return { value: null, problems: [shown] };
  try {
    return renderShown(shown, setting);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    const problem = toLimitProblem(error, shown.parsed.toPosition(error.offset));
    return { value: null, problems: [...shown.problems, problem] };
  }
}

function renderShown(
  { parsed, asHtml, problems }: ShownText,
  setting: ParseSetting & Required<Pick<RenderOptions, 'resolve' | 'sizeOf'>>,
): BodyResult {
  const { text, blocks, tokens } = parsed;
  limitAddresses(asHtml.tokens, asHtml.text);
  limitAttributes(asHtml.tokens, asHtml.text);
  const headings = mayHaveH1(text) ? findH1(text, blocks) : [];
  const addresses = findAddresses(tokens);
  const edits = resolveAddresses(parsed, addresses, setting);
  const seen = renderHtml(parsed, setting);
  const facts = findHtmlFacts(setting.trustedHtml ? withoutUnseen(seen.html) : seen.html);
  const markdown = toMarkdown(parsed, headings, [...edits, ...parsed.edits]);
  if (asHtml !== parsed) resolveAddresses(asHtml, findAddresses(asHtml.tokens), setting);
  return {
    value: {
      ...(asHtml === parsed ? seen : renderHtml(asHtml, setting)),
      ...markdown,
      heading: findTitle(blocks, headings),
      excerpt: findExcerpt(blocks),
      facts,
      ownLinks: addresses.filter(isOwnLink).length,
    },
    problems: [
      ...problems,
      ...checkAnchors(addresses, seen.html, parsed.positionOf),
      ...checkBody(parsed, setting),
      ...checkEmpty(seen.html),
    ],
  };
}
