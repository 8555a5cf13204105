import { plainDialects } from '../../build/dialects/index.ts';
import { toIdentity } from '../../build/front-matter/identify/identity.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import type { ArticleFields, ParsedFile } from '../../build/front-matter/parsed-file.ts';
import { renderSource } from '../../build/pipeline/files/render-source.ts';
import type { Problem } from '../../build/problems/problem.ts';
import { type EncodedArticle, encodeArticle } from '../../build/release/article/encode-article.ts';
import type { Addresses } from '../../build/release/article/resolve-address.ts';
import { toArticle } from '../../build/release/article/to-article.ts';

/** The article of one file with this id; problems are those of its body and of its header image. */
export function articleOf(
  parsed: ParsedFile,
  fields: ArticleFields,
  id: number,
  addresses: Addresses,
): { value: EncodedArticle; problems: Problem[] } {
  const { path, body, bodyLine } = parsed;
  const { value, problems } = renderSource(path, body, addresses, { trustedHtml: false, dialects: plainDialects });
  const names = { ...toIdentity(parsed, fields, defaultContentOptions), id };
  const made = toArticle({ path, fields, names }, value.rendering.rendered, addresses, []);
  const own = problems.map((problem) => ({ ...problem, path, line: problem.line + bodyLine - 1 }));
  return { value: encodeArticle(made.value), problems: [...own, ...made.problems] };
}
