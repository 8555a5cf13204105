import { hashId } from '../../src/core/hash.ts';
import type { Identity } from '../front-matter/identify/identity.ts';
import { writeKey, writeList } from '../front-matter/write-key.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import { reportWarning, topOfFile } from '../problems/report-problem.ts';
import type { FileRecord, RemovedArticle } from './incremental/file-record.ts';

/** Files that a message names. */
const maxNamed = 5;

const expected = 'that links to a published article keep working';

/**
 * A warning for each article that readers know by names that only the last release has, with the lines that its file
 * lacks. `clashes` are problems of names: those of ids say the id.
 */
export function reportMoved(records: readonly FileRecord[], clashes: readonly Problem[]): Problem[] {
  const clashing = new Set(clashes.map(({ path, code }) => (code === 'id-clash' ? path : '')));
  return records.flatMap(({ path, identity, names }) => {
    if (identity === null || names?.unwritten === undefined) return [];
    const { id, unwritten } = names;
    const slugs = unwritten.map((slug) => `\`${slug}\``).join(', ');
    const isIdMissing = identity.id === null && id !== hashId(names.slug) && !clashing.has(path);
    if (!isIdMissing && unwritten.length === 0) return [];
    const known = [...(isIdMissing ? [`the id ${id}`] : []), ...(slugs === '' ? [] : [`the former slug ${slugs}`])];
    const problem = reportWarning('moved-slug', path, identity.at.slug ?? topOfFile, {
      found: `readers know this article by ${known.join(' and ')}, but only the last release says so`,
      expected: 'that its file says so, too, since a build that does not know that release loses them',
      fix: `Write ${toLines(identity, isIdMissing ? id : null, unwritten)} into its front matter, as galley check --fix does.`,
    });
    return [{ ...problem, autofix: { ...(isIdMissing && { id }), ...(slugs !== '' && { aliases: [...unwritten] }) } }];
  });
}

/** The lines of front matter that say an id and former slugs, after those that are there. */
function toLines({ syntax, aliases }: Identity, id: number | null, more: readonly string[]): string {
  const lines = [
    ...(id === null ? [] : [writeKey(syntax, 'id', String(id))]),
    ...(more.length === 0 ? [] : [writeKey(syntax, 'aliases', writeList(syntax, [...more, ...aliases]))]),
  ];
  return lines.map((line) => `\`${line}\``).join(' and ');
}

/** A warning for each article that readers will not find any more, where it was. */
export function reportRemoved(removed: readonly RemovedArticle[], records: readonly FileRecord[]): Problem[] {
  if (removed.length === 0) return [];
  const hidden = new Map(
    records.flatMap(({ path, kind, reason, rule = '' }) =>
      kind === 'none' ? [[path, { reason: reason ?? '', rule }]] : [],
    ),
  );
  const problems = removed.map(({ path, slug, id, unwritten, candidates }) => {
    const own = hidden.get(path ?? '');
    const by = own?.reason === 'generator' ? ` (\`${own.rule}\`)` : '';
    const state = own === undefined ? 'is missing' : `is hidden: ${reasons[own.reason] ?? own.reason}${by}`;
    const keep = own === undefined ? '' : 'To keep it, remove what hides it. ';
    const found = `the article \`${slug}\` of the last release ${state}`;
    const where =
      candidates === undefined ? 'there' : `in one of these files: ${candidates.slice(0, maxNamed).join(', ')}`;
    // Only while the last release has the article, it is known by these names.
    const isBack = own !== undefined && unwritten !== undefined;
    const back = isBack ? `Before you show it again, write ${toWords(id, unwritten)} there. ` : '';
    const fix =
      `${keep}${back}If another article takes its place, write ${toWords(candidates ? id : null, [slug])} ${where}. ` +
      `Otherwise change nothing. After the next publish, /articles/${slug} and /articles/${id} give 404.`;
    const problem = reportWarning('removed-article', path ?? '', topOfFile, { found, expected, fix });
    return isBack ? { ...problem, autofix: { id, aliases: [...unwritten] } } : problem;
  });
  return capProblems(problems);
}

/** The same as `toLines` for a file whose syntax is not known. */
function toWords(id: number | null, slugs: readonly string[]): string {
  const words = [
    ...(id === null ? [] : [`${id} as \`id\``]),
    ...(slugs.length === 0 ? [] : [`${slugs.map((slug) => `\`${slug}\``).join(', ')} under \`aliases\``]),
  ];
  return words.join(' and ');
}
