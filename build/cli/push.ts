import { DamagedFile } from '../../src/core/file-errors.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type Pushed, pushRelease } from '../release/store/push-release.ts';
import { toChangesText } from './changes.ts';
import { clock, count, toDigits, toShortId, toSize } from './figures.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import type { Config } from './settings.ts';
import { withStore, withStoreLock } from './store.ts';

export interface PushFlags {
  /** False: nobody else writes to the store meanwhile. */
  lock?: boolean;
  /** Uploads every file. */
  force?: boolean;
  all?: boolean;
  json?: boolean;
}

/** `galley push`: publishes the release that `galley build` wrote in an object store. Throws `UsageError`. */
export async function runPush(
  { out, keep }: Config,
  address: string,
  { lock: isLocked = true, force = false, all = false, json = false }: PushFlags,
  output: Output,
): Promise<0> {
  const started = performance.now();
  const progress = json ? null : showProgress(output.stderr);
  try {
    const pushed = await withStore(address, (client, prefix, signal) =>
      withStoreLock(client, isLocked, (lock) => {
        const onProgress = (done: number, total: number): void => progress?.update('uploading', done, total);
        return pushRelease(client, lock, { out, prefix, isAgain: force, keep, clock, signal, onProgress });
      }),
    );
    progress?.end();
    for (const note of pushed.notes) output.printError(note);
    if (json) output.printJson(pushed);
    else output.print(`${toText(pushed, address, all)} ${((performance.now() - started) / 1000).toFixed(2)} s.`);
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
  all: boolean,
): string {
  const text = changes === null ? '' : toChangesText(changes, all);
  const isSame = before === release;
  const what = `Release ${toShortId(release)}${isSame ? ' was' : `, ${count(articles, 'article')}, is`} current in ${address}`;
  const toFiles = ({ files, bytes }: Pushed['removed'], verb: string): string =>
    `${count(files, 'file')} ${verb} (${toSize(bytes)})`;
  const files = uploaded.files === 0 ? 'nothing was uploaded' : toFiles(uploaded, 'uploaded');
  const gone = removed.files === 0 ? '' : `, ${toFiles(removed, 'removed')}`;
  return `${text === '' ? '' : `${text.trimEnd()}\n`}${what}${isSame ? ' already' : ''}: ${files}, ${toDigits(reused)} reused${gone}.`;
}
