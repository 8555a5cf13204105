import { join } from 'node:path';
import { toArticleAddress } from '../../src/core/links.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { wrapText } from '../problems/text-width.ts';
import type { Changes } from '../release/changes/changes.ts';
import { compareReleases } from '../release/changes/compare-releases.ts';
import type { Against } from './against.ts';
import { toChangesText } from './changes.ts';
import { toChangesMarkdown } from './changes-markdown.ts';
import { count, toShortId } from './figures.ts';
import { buildApart, withFormer } from './former.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import { printProblems } from './print-problems.ts';
import { toHidingLines, toInvalidText, toWordedProblems, withFullPaths } from './report.ts';
import type { Config } from './settings.ts';

export interface DiffFlags {
  /** A kept release, by its id or the start of it, or what git calls a commit; the current release by default. */
  against?: string;
  format?: 'text' | 'json' | 'markdown';
  all?: boolean;
}

/** What `galley diff` found; `changes` is null where errors kept it from comparing. */
interface Diff {
  against: Against;
  result: BuildResult;
  changes: Changes | null;
}

/**
 * `galley diff`: what readers would get from the content as it is, compared with a release or a commit. Nothing is
 * published. An article whose file is invalid is that of the other one. 1 where the content has errors.
 */
export async function runDiff(config: Config, flags: DiffFlags, output: Output): Promise<0 | 1> {
  const progress = flags.format === 'json' ? null : showProgress(output.stderr);
  try {
    const known = { against: flags.against, ...(progress && { onProgress: progress.update }) };
    const diff = await withFormer(config, known, output, async ({ against, former, folder, now, options }) => {
      const { result, source } = await buildApart(options, join(folder, 'after'), former, now);
      return { against, result, changes: source === null ? null : await compareReleases(former, source, now) };
    });
    progress?.end();
    print(diff, config, flags, output);
    return diff.result.invalid.length > 0 ? 1 : 0;
  } finally {
    progress?.end();
  }
}

function print(
  { against, result, changes }: Diff,
  config: Config,
  { format, all = false }: DiffFlags,
  output: Output,
): void {
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  const [problems, invalid] = [toWordedProblems(errors, config), withFullPaths(result.invalid, config)];
  if (format === 'json') {
    output.printJson({
      against,
      changes,
      problems,
      invalid,
      hiding: withFullPaths(result.hiding, config),
      unread: result.unread,
    });
    return;
  }
  const older = invalid.filter(({ isOlder }) => isOlder).map(({ path }) => path);
  printProblems({ ...result, problems: errors }, config, all, output);
  const name = toName(against, config);
  const compared =
    changes === null ? 'Nothing was compared.' : `Compared with ${name}.\n${toText(changes, result, all)}`;
  const text =
    format === 'markdown'
      ? toChangesMarkdown({
          against: name,
          changes,
          errors: withFullPaths(errors, config),
          older,
          link: toLink(config),
        })
      : `${compared}\n${toInvalidText(result, config, all, output)}${toHidingLines(result, config).join('\n')}`.trimEnd();
  output.print(format === 'markdown' ? text : wrapText(text, output.stdout));
}

function toText(changes: Changes, { articles }: BuildResult, all: boolean): string {
  if (changes.before === null) return `Everything would be new to readers: ${count(articles, 'article')}.`;
  return toChangesText(changes, all) || 'Nothing changes for readers.';
}

function toName(against: Against, { out }: Config): string {
  if (against.kind === 'nothing') return `nothing, because ${out} has no release yet`;
  if (against.kind === 'commit') return `${against.name}, commit ${toShortId(against.commit)}`;
  return `${against.name === null ? 'the current release' : 'release'} ${toShortId(against.release)} of ${out}`;
}

/** Where readers find an article; null where no site is configured. */
function toLink({ site, articleUrl }: Config): ((slug: string) => string) | null {
  if (site === null) return null;
  return (slug) => toArticleAddress({ site, articleUrl }, encodeURIComponent(slug));
}
