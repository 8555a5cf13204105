import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerFinders, plainDialects } from '../dialects/index.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { escapeText } from '../markdown/html/escape-html.ts';
import { packageFolder } from '../package/package.ts';
import { renderSource } from '../pipeline/files/render-source.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { devPath, type PreviewReply } from './reply.ts';
import { toDocument } from './to-document.ts';

/** The page of the guide at a path of the package's `content`; null where there is none. It is here without a network. */
export function guidePage(path: string): PreviewReply | null {
  const file = isPage.test(path) ? join(guideFolder(), path) : null;
  if (file === null || !existsSync(file)) return null;
  const parsed = parseFile({ path, file }, readFileSync(file), headerFinders(plainDialects)).value;
  if (parsed === null) return null;
  const title = deriveRegardless(parsed, defaultContentOptions, 0).fields?.title ?? path;
  const { html } = renderSource(path, parsed.body, addresses, { trustedHtml: false, dialects: plainDialects }).value
    .rendering.rendered;
  const heading = `<p class="galley-title" role="heading" aria-level="1">${escapeText(title)}</p>`;
  const body = `<header class="galley-head">${heading}</header>\n<main>\n${html}</main>\n`;
  return toDocument({ title, base: '', body });
}

/** The address of the guide's page on a code of problems. */
export function guideAddress(code: ProblemCode): string {
  return `${devPath}guide/problems/${code}.md`;
}

/** Nothing else of the package, or beside it. */
const isPage = /^(?:[a-z\d-]+\/)?[a-z\d-]+\.md$/;

function guideFolder(): string {
  return join(packageFolder(), 'content');
}

/** Pages lead to one another. */
const addresses = {
  site: '',
  media: { find: () => null },
  articles: {
    get: (path: string) =>
      isPage.test(path) && existsSync(join(guideFolder(), path)) ? `${devPath}guide/${path}` : undefined,
  },
};
