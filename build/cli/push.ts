import { isLoopback } from '../../src/adapters/node/address.ts';
import { DamagedFile } from '../../src/core/file-errors.ts';
import type { Index } from '../../src/core/format.ts';
import { isPrivate } from '../../src/storage/s3/s3-options.ts';
import { UsageError } from '../../src/usage-error.ts';
import { defaultMaxRemoved, type MaxRemoved } from '../release/changes/check-removed.ts';
import { readCurrentIndex, refuseOtherKind } from '../release/disk/current-index.ts';
import { type Pushed, pushRelease } from '../release/push/push-release.ts';
import { toChangesText } from './changes.ts';
import { chooseStore } from './choose-store.ts';
import { clock, count, toDigits, toShortId, toSize } from './figures.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import { type Config, configFile } from './settings.ts';
import { withObjectStore, withStoreLock } from './store.ts';

export interface PushFlags {
  /** False: nobody else writes to the store meanwhile. */
  lock?: boolean;
  /** Uploads every file. */
  force?: boolean;
  /** How many articles it may take from readers. */
  maxRemoved?: MaxRemoved;
  /** Whether links may begin with `http:`, or lead to this machine. */
  allowHttp?: boolean;
  all?: boolean;
  json?: boolean;
}

/** `galley push`: publishes the release that `galley build` wrote in an object store. Throws `UsageError`. */
export async function runPush(
  config: Config,
  given: string | undefined,
  { lock, force = false, maxRemoved = defaultMaxRemoved, allowHttp = false, all, json }: PushFlags,
  output: Output,
): Promise<0> {
  const started = performance.now();
  const { out, keep } = config;
  const store = chooseStore(config, { store: given, lock });
  if (store === null)
    throw new UsageError(
      `Found no address of an object store. Expected galley push s3://BUCKET/PREFIX, or store in ${configFile}.`,
    );
  const progress = json === true ? null : showProgress(output.stderr);
  try {
    const index = await readCurrentIndex(out);
    // Without a release, the push says so.
    if (index !== null) refuseOtherKind(out, index.settings, config.drafts);
    if (index !== null && !allowHttp) checkSite(index);
    const pushed = await withObjectStore(store.address, (client, prefix, signal) =>
      withStoreLock(client, store.isLocked, (client, conditions) => {
        const onProgress = (done: number, total: number): void => progress?.update('uploading', done, total);
        const options = { out, prefix, isAgain: force, maxRemoved, keep, clock, signal, onProgress };
        return pushRelease(client, conditions, options);
      }),
    );
    progress?.end();
    for (const note of pushed.notes) output.printError(note);
    if (json) output.printJson(pushed);
    else
      output.print(
        `${toText(pushed, store.address, all === true)} ${((performance.now() - started) / 1000).toFixed(2)} s.`,
      );
    return 0;
  } catch (error) {
    throw error instanceof DamagedFile ? new UsageError(`${out}: ${error.message}`) : error;
  } finally {
    progress?.end();
  }
}

/** Throws `UsageError` where readers elsewhere could not follow the links of the release, or only in the open. */
function checkSite({ site }: Index): void {
  const { protocol, hostname } = new URL(site);
  if (!isLoopback(hostname) && (protocol === 'https:' || isPrivate(hostname))) return;
  const why = isLoopback(hostname) ? 'lead to this machine' : 'are not encrypted';
  throw new UsageError(
    `Found a release whose links begin with ${site}: they ${why}. Expected the address under which readers reach the API, with https. Write it ` +
      'into galley.config.yaml as site, and run galley build, or add --allow-http.',
  );
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
