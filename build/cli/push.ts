import { DamagedFile } from '../../src/core/file-errors.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type Pushed, pushRelease } from '../release/store/push-release.ts';
import { toChangesText } from './changes/changes-text.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { count, toDigits } from './count.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';
import { toSize } from './to-size.ts';
import { withStore, withStoreLock } from './with-store.ts';

/** `galley push`: publishes the release that `galley build` wrote in an object store. Throws `UsageError`. */
export async function runPush(
  { out, keep }: Config,
  address: string,
  { isAlone, isAgain, isAll, json }: { isAlone: boolean; isAgain: boolean; isAll: boolean; json: boolean },
  output: Output,
): Promise<0> {
  const started = performance.now();
  const progress = json ? null : showProgress(output.stderr);
  try {
    const pushed = await withStore(address, (client, prefix, signal) =>
      withStoreLock(client, isAlone, (lock) => {
        const onProgress = (done: number, total: number): void => progress?.update('uploading', done, total);
        return pushRelease(client, lock, { out, prefix, isAgain, keep, clock, signal, onProgress });
      }),
    );
    progress?.end();
    for (const note of pushed.notes) output.printError(note);
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    if (json) output.printJson(pushed);
    else output.print(`${toText(pushed, address, isAll)} ${seconds} s.`);
    return 0;
  } catch (error) {
    throw error instanceof DamagedFile ? new UsageError(`${out}: ${error.message}`) : error;
  } finally {
    progress?.end();
  }
}

function toText(
  { release, before, articles, uploaded, reused, removed, changes }: Pushed,
  address: string,
  isAll: boolean,
): string {
  const id = release.slice(0, 12);
  const text = changes === null ? '' : toChangesText(changes, isAll);
  const what =
    before === release
      ? `Release ${id} was current in ${address} already`
      : `Release ${id}, ${count(articles, 'article')}, is current in ${address}`;
  const files =
    uploaded.files === 0
      ? 'nothing was uploaded'
      : `${count(uploaded.files, 'file')} uploaded (${toSize(uploaded.bytes)})`;
  const gone = removed.files === 0 ? '' : `, ${count(removed.files, 'file')} removed (${toSize(removed.bytes)})`;
  return `${text === '' ? '' : `${text.trimEnd()}\n`}${what}: ${files}, ${toDigits(reused)} reused${gone}.`;
}
