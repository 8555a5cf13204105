import { join, sep } from 'node:path';
import { styleText } from 'node:util';
import type { BuildResult, InvalidFile } from '../pipeline/options.ts';
import { toPrintable } from '../problems/printable.ts';
import type { Config } from './config.ts';
import { count } from './count.ts';
import type { Output } from './output.ts';

/** Invalid files that are listed without `--all`. */
const most = 20;

/** What becomes of invalid files, in red; '' where there are none. */
export function toInvalidText(
  result: BuildResult,
  { content, invalid: mode }: Config,
  isAll: boolean,
  { stdout }: Output,
): string {
  const { invalid, articles, written } = result;
  if (invalid.length === 0) return '';
  const red = (text: string): string => styleText('red', text, { stream: stdout });
  const isOne = invalid.length === 1;
  if (mode === 'fail') {
    const others =
      articles === 0 ? '' : `; --keep-going publishes the other ${articles === 1 ? 'one' : count(articles, 'article')}`;
    return `${red(`${count(invalid.length, 'file')} ${isOne ? 'is' : 'are'} invalid${others}.`)}\n`;
  }
  const toLine = ({ path, isWithdrawn }: InvalidFile): string => {
    const file = toPrintable(join(content.root, path).replaceAll(sep, '/'));
    return `  ${file}${isWithdrawn ? ': readers had it until now, and get 404 until it is fixed' : ''}`;
  };
  // What readers had comes first.
  const ordered = [...invalid].sort((a, b) => Number(b.isWithdrawn) - Number(a.isWithdrawn));
  const shown = isAll ? ordered : ordered.slice(0, most);
  const rest = invalid.length - shown.length;
  const verb = written === null ? 'would be' : isOne ? 'is' : 'are';
  return [
    red(`${count(invalid.length, 'invalid file')} ${verb} skipped:`),
    ...shown.map((file) => red(toLine(file))),
    ...(rest > 0 ? [red(`  and ${count(rest, 'more file')}, which --all lists`)] : []),
    '',
  ].join('\n');
}
