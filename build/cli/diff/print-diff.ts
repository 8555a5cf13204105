import type { BuildResult } from '../../pipeline/options.ts';
import type { Changes } from '../../release/changes/changes.ts';
import { toChangesMarkdown } from '../changes/changes-markdown.ts';
import { toChangesText } from '../changes/changes-text.ts';
import type { Config } from '../config.ts';
import { count } from '../count.ts';
import { toInvalidText } from '../invalid-text.ts';
import type { Output } from '../output.ts';
import { printProblems, withFullPaths } from '../report.ts';
import type { Against } from './find-against.ts';

export type DiffFormat = 'text' | 'json' | 'markdown';

/** What `galley diff` found; `changes` is null where errors kept it from comparing. */
export interface Diff {
  against: Against;
  result: BuildResult;
  changes: Changes | null;
}

export function printDiff(
  { against, result, changes }: Diff,
  config: Config,
  { format, isAll }: { format: DiffFormat; isAll: boolean },
  output: Output,
): void {
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  const [problems, invalid] = [withFullPaths(errors, config), withFullPaths(result.invalid, config)];
  if (format === 'json') {
    output.printJson({ against, changes, problems, invalid });
    return;
  }
  printProblems({ ...result, problems: errors }, config, { isAll }, output);
  if (format === 'markdown') {
    output.print(
      toChangesMarkdown({ against: toName(against, config), changes, errors: problems, link: toLink(config) }),
    );
    return;
  }
  const invalidText = toInvalidText(result, config, isAll, output);
  if (changes === null) output.print(`Nothing was compared.\n${invalidText}`.trimEnd());
  else
    output.print(
      `Compared with ${toName(against, config)}.\n${toText(changes, result, isAll)}\n${invalidText}`.trimEnd(),
    );
}

function toText(changes: Changes, { articles }: BuildResult, isAll: boolean): string {
  if (changes.before === null) return `All would be new to readers: ${count(articles, 'article')}.`;
  return toChangesText(changes, isAll) || 'Nothing changes for readers.';
}

function toName(against: Against, { out }: Config): string {
  if (against.kind === 'nothing') return `nothing: ${out} holds no release yet`;
  if (against.kind === 'commit') return `${against.name}, commit ${against.commit.slice(0, 12)}`;
  return `${against.name === null ? 'the current release' : 'release'} ${against.release.slice(0, 12)} of ${out}`;
}

/** Where readers find an article; null where no site is configured. */
function toLink({ site, articleUrl }: Config): ((slug: string) => string) | null {
  if (site === null) return null;
  return (slug) => articleUrl.replaceAll('{site}', site).replaceAll('{slug}', encodeURIComponent(slug));
}
