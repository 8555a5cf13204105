import { writeKey } from '../front-matter/write-key.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import { reportWarning, topOfFile } from '../problems/report-problem.ts';
import type { FileRecord, MovedFile, RemovedArticle } from './incremental/file-record.ts';

const expected = 'that links to a published article keep working';

/** A warning for each article that readers know under another slug, with the lines that keep it where they expect it. */
export function reportMoved(moved: readonly MovedFile[], records: readonly FileRecord[]): Problem[] {
  if (moved.length === 0) return [];
  const byPath = new Map(records.map((record) => [record.path, record]));
  const ids = new Set(records.map(({ names }) => names?.id));
  return moved.flatMap(({ path, slug, id }) => {
    const { identity, names } = byPath.get(path) ?? {};
    if (!identity || !names) return [];
    // An id that another article has by now cannot be had back.
    const former = id === null || identity.id !== null || ids.has(id) ? null : id;
    const alias = identity.syntax === 'yaml' || identity.syntax === null ? `[${slug}]` : `["${slug}"]`;
    const keys = [
      ...(former === null ? [] : [writeKey(identity.syntax, 'id', String(former))]),
      writeKey(identity.syntax, 'aliases', alias),
    ].map((key) => `\`${key}\``);
    const ours = former === null ? '' : ` and the id ${former}`;
    const found = `the slug \`${names.slug}\`, but the last release has this article under \`${slug}\`${ours}`;
    const fix = `Write ${keys.join(' and ')}, as galley check --fix does.`;
    const problem = reportWarning('moved-slug', path, identity.at.slug ?? topOfFile, { found, expected, fix });
    return [{ ...problem, autofix: { ...(former !== null && { id: former }), alias: slug } }];
  });
}

/** A warning for each article that readers will not find any more, where it was. */
export function reportRemoved(removed: readonly RemovedArticle[], records: readonly FileRecord[]): Problem[] {
  if (removed.length === 0) return [];
  const hidden = new Map(
    records.flatMap(({ path, kind, reason, rule = '' }) =>
      kind === 'none' ? [[path, { reason: reason ?? '', rule }]] : [],
    ),
  );
  const problems = removed.map(({ path, slug, id }) => {
    const own = hidden.get(path ?? '');
    const by = own?.reason === 'generator' ? ` (\`${own.rule}\`)` : '';
    const state = own === undefined ? 'is missing' : `is hidden: ${reasons[own.reason] ?? own.reason}${by}`;
    const keep = own === undefined ? '' : 'To keep it, remove what hides it. ';
    const found = `the article \`${slug}\` of the last release ${state}`;
    const fix =
      `${keep}If another article takes its place, write \`aliases: [${slug}]\` there. ` +
      `Otherwise change nothing. After the next publish, /articles/${slug} and /articles/${id} give 404.`;
    return reportWarning('removed-article', path ?? '', topOfFile, { found, expected, fix });
  });
  return capProblems(problems);
}
