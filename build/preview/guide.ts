import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerFinders, plainDialects } from '../dialects/index.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { packageFolder } from '../package/package.ts';
import { renderSource } from '../pipeline/files/render-source.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { toDocument } from './document.ts';
import { html, safeHtml } from './html.ts';
import { devPath, htmlPage, type PreviewReply } from './reply.ts';

/** The page of the guide at a path of the package's `content`; null where there is none. It is here without a network. */
export function guidePage(path: string): PreviewReply | null {
  const file = guideFile(path);
  if (file === null) return null;
  const parsed = parseFile({ path, file }, readFileSync(file), headerFinders(plainDialects)).value;
  if (parsed === null) return null;
  const title = deriveRegardless(parsed, defaultContentOptions, 0).fields?.title ?? path;
  // Pages lead to one another.
  const articles = {
    get: (linked: string) => (guideFile(linked) === null ? undefined : `${devPath}guide/${linked}`),
    find: () => null,
  };
  const addresses = { site: '', media: { find: () => null }, articles };
  const options = { trustedHtml: false, dialects: plainDialects };
  const { rendered } = renderSource(path, parsed.body, addresses, options).value.rendering;
  const body = html`<body><main><article><h1>${title}</h1>${safeHtml(rendered.html)}</article></main>`;
  return htmlPage(200, toDocument(title, body));
}

/** The address of the guide's page on a code of problems. */
export function guideAddress(code: ProblemCode): string {
  return `${devPath}guide/problems/${code}.md`;
}

/** A file of the guide; nothing else of the package, or beside it. */
function guideFile(path: string): string | null {
  const file = join(packageFolder(), 'content', path);
  return /^(?:[a-z\d-]+\/)?[a-z\d-]+\.md$/.test(path) && existsSync(file) ? file : null;
}
