import { writeKey } from '../front-matter/write-key.ts';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { MovedArticle } from './incremental/moves.ts';

/** A warning for each article that readers know under another slug, with the lines that keep it where they look for it. */
export function reportMoved(moved: readonly MovedArticle[], records: readonly FileRecord[]): Problem[] {
  if (moved.length === 0) return [];
  const byPath = new Map(records.map((record) => [record.path, record]));
  const ids = new Set(records.map(({ names }) => names?.id));
  return moved.flatMap(({ path, slug, id }) => {
    const { identity, names } = byPath.get(path) ?? {};
    if (!identity || !names) return [];
    // An id that another article has by now cannot be had back.
    const former = id === null || identity.id !== null || ids.has(id) ? null : id;
    const keys = [
      ...(former === null ? [] : [writeKey(identity.syntax, 'id', String(former))]),
      writeKey(
        identity.syntax,
        'aliases',
        identity.syntax === 'yaml' || identity.syntax === null ? `[${slug}]` : `["${slug}"]`,
      ),
    ];
    const ours = former === null ? '' : ` and the id ${former}`;
    const problem = reportProblem(
      'moved-slug',
      path,
      identity.at.slug ?? topOfFile,
      {
        found: `the slug \`${names.slug}\`, but the last release has this article under \`${slug}\`${ours}`,
        expected: 'that links to a published article stay good',
        fix: `Write ${keys.map((key) => `\`${key}\``).join(' and ')}, as galley check --fix does.`,
      },
      'warning',
    );
    return [{ ...problem, autofix: { ...(former !== null && { id: former }), alias: slug } }];
  });
}
