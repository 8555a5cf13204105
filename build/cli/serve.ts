import cluster from 'node:cluster';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { isLoopback, toAddress } from '../../src/adapters/node/address.ts';
import { diskSource } from '../../src/adapters/node/disk/disk-source.ts';
import type { Hooks, HooksState } from '../../src/adapters/node/hooks/hooks.ts';
import type { Source } from '../../src/adapters/node/source.ts';
import { followPrimary } from '../../src/adapters/node/workers/follow-primary.ts';
import { leadWorkers } from '../../src/adapters/node/workers/lead-workers.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import { pointerPath } from '../../src/core/format.ts';
import { UsageError } from '../../src/usage-error.ts';
import { chooseStore } from './choose-store.ts';
import { toDraftsConfig } from './drafts.ts';
import { droppingLines } from './dropping-lines.ts';
import { toBuildCommand } from './figures.ts';
import { type Listening, listen, prepareKeys, startMetrics, warnOfWriters } from './listen.ts';
import type { Output } from './output.ts';
import { logJson, logLine, logProblems } from './server-log.ts';
import type { Config } from './settings.ts';
import { untilSignal } from './signals.ts';

export interface ServeFlags {
  json?: boolean;
  /** `s3://BUCKET/PREFIX`; by default the setting `store`, or the folder `out`. */
  from?: string | undefined;
  /** The folder, where it is an option and no setting. */
  out?: string;
  /** Whether keys of drafts read the release of drafts. */
  drafts?: boolean;
  /** Seconds between two polls of the pointer of a store. */
  poll?: number;
  /** Mebibytes of memory for what was read, of each process. */
  cache?: number;
  /** The same for what was compressed. */
  compressed?: number;
  /** Seconds between SIGTERM and the end of listening. */
  drain?: number | undefined;
  /** Networks of proxies that name clients. */
  trustProxy?: readonly string[];
}

/** Reading from a store costs more than from a disk, whose system has a memory of its own: mebibytes. */
const storeCache = 128;

/** `galley serve`. 2 where a worker could not listen; it has printed why. */
export async function runServe(config: Config, flags: ServeFlags, output: Output): Promise<0 | 2> {
  const lines = flags.json ? droppingLines(output) : null;
  const log = lines === null ? logProblems(output) : logJson(lines);
  const sites: string[] = [];
  let hasFailed = false;
  let hooks: Hooks | null = null;
  const logAndNote = (entry: LogEntry): void => {
    if (entry.event === 'release') {
      sites.push(entry.site);
      hooks?.onRelease(entry.release).catch((error) => log({ event: 'error', error }));
    }
    hasFailed ||= entry.event === 'error';
    log(entry);
  };
  // What follows log files sends it after it moves one; a server without a terminal has no other use for it.
  if (!output.stderr.isTTY) process.on('SIGHUP', () => {});
  const addressOf = (each: Config) => chooseStore(each, { store: flags.from, out: flags.out })?.address;
  const choose = (each: Config) => chooseSource(each.out, { ...flags, from: addressOf(each) }, output);
  const from = addressOf(config);
  const drafts = flags.drafts ? (await choose(toDraftsConfig(config))).source : undefined;
  const chosen = {
    ...(await choose(config)),
    drafts,
    ...(lines && { dropped: lines.dropped }),
    ...(flags.trustProxy && { trustProxy: flags.trustProxy }),
    ...(flags.compressed !== undefined && { compressedBytes: flags.compressed * 1024 * 1024 }),
  };
  if (cluster.isWorker) {
    await serveForPrimary(config, log, output, { ...chosen, drain: flags.drain });
    return 0;
  }
  if (config.hooks.length > 0) hooks = await openHooks(config, chosen.source, log);
  const start = config.workers === 1 ? listen : listenTogether;
  const listening = await start(config, logAndNote, output, { ...chosen, ...(hooks && { hooks: hooks.state }) });
  if (listening === null) return 2;
  const { address, key, close } = listening;
  const [site] = sites;
  // Where the first look failed, the log says why.
  if (site === undefined && chosen.isAway !== true && !hasFailed) {
    const publish = from === undefined ? toBuildCommand(config.out) : `galley push ${from}`;
    output.printError(
      `There is no release in ${chosen.source.name} yet. Run ${publish}. Until then, every response is 503.`,
    );
  } else if (site !== undefined && site !== address && isLoopback(new URL(site).hostname)) {
    output.printError(
      `The links of this release lead to ${site}, but this server listens on ${address}. ` +
        'Build with --site and the address under which readers reach the API.',
    );
  }
  if (drafts !== undefined && (await hasNone(drafts)))
    output.printError(
      `There is no release of drafts in ${drafts.name} yet. Make one with --drafts. Until then, its keys get 503.`,
    );
  // Before the address is printed: its reader may send a signal at once.
  const ended = untilSignal();
  // On standard error, since events in the log never hold a key.
  if (key !== null) output.printError(`key for this run: ${key}`);
  if (lines !== null) logLine({ event: 'listening', address }, lines);
  else output.print(`listening on ${address}`);
  // Ctrl-C waits for nobody.
  const signal = await ended;
  hooks?.close();
  await close(signal === 'SIGTERM' ? flags.drain : 0);
  return 0;
}

/** Whether there is no release; of a store that does not respond that is unknown. */
function hasNone({ release }: Source): Promise<boolean> {
  return Promise.resolve(release.read(pointerPath)).then(
    (bytes) => bytes === null,
    () => false,
  );
}

/** Throws `UsageError` where an address, the secret or the file cannot be. */
async function openHooks(config: Config, source: Source, log: (entry: LogEntry) => void): Promise<Hooks> {
  const { startHooks } = await import('../../src/adapters/node/hooks/hooks.ts');
  return startHooks({
    urls: config.hooks,
    secret: process.env.GALLEY_HOOK_SECRET ?? '',
    file: config.hooksFile ?? join(dirname(config.keys), 'galley-hooks.json'),
    storage: source.kept ?? source.release,
    onError: (error) => log({ event: 'error', error }),
  });
}

interface ChosenSource {
  source: Source;
  /** Those of the release of drafts, where it is served. */
  drafts?: Source | undefined;
  cacheBytes?: number;
  compressedBytes?: number;
  /** Whether a store did not respond, which has been printed. */
  isAway?: boolean;
  /** Lines of the log that were dropped. */
  dropped?: () => number;
  trustProxy?: readonly string[];
  hooks?: () => HooksState;
}

/** Throws `UsageError` where a store refuses: what is configured is wrong. One that cannot be reached may come. */
async function chooseSource(out: string, { from, poll, cache }: ServeFlags, output: Output): Promise<ChosenSource> {
  const memory = (mebibytes: number | undefined) => mebibytes !== undefined && { cacheBytes: mebibytes * 1024 * 1024 };
  if (from === undefined) return { source: diskSource(out), ...memory(cache) };
  const { checkStore, storeOptions } = await import('./store.ts');
  const { storeSource } = await import('../../src/adapters/node/store/store-source.ts');
  const { s3Client } = await import('../../src/storage/s3/s3-client.ts');
  const { StoreFailure } = await import('../../src/storage/s3/s3-client.ts');
  let chosen: ChosenSource | null = null;
  try {
    const options = await storeOptions(from);
    const source = storeSource({ ...options, ...(poll !== undefined && { interval: Math.max(poll, 0.1) * 1000 }) });
    chosen = { source, ...memory(cache ?? storeCache) };
    if (cluster.isPrimary) await checkStore(s3Client(options), `Reading ${from}`);
    return chosen;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (chosen === null || !(error instanceof StoreFailure)) throw error;
    output.printError(
      `${from}: ${error.message}. This server tries again. Until the store responds, every response is 503.`,
    );
    return { ...chosen, isAway: true };
  }
}

/** Listens with several processes that share the address. Null where one could not listen; it has printed why. */
async function listenTogether(
  config: Config,
  log: (entry: LogEntry) => void,
  output: Output,
  { source, hooks }: ChosenSource,
): Promise<Listening | null> {
  warnOfWriters(config.keys, output);
  // The primary follows the keys, too, so that a problem is logged once and not by each worker.
  const { key, toVariables, stop } = await prepareKeys(config, log);
  (await import('../../src/adapters/node/workers/shared-limiter.ts')).countForWorkers();
  const metrics = await startMetrics(config, output, undefined, hooks);
  const workers = await leadWorkers({
    source,
    count: config.workers,
    env: toVariables,
    onRelease: ({ id, total, site }) => log({ event: 'release', release: id, articles: total, site }),
    onError: (error) => log({ event: 'error', error }),
    problems: () => hooks?.().problems ?? [],
  });
  // Each worker drains by itself; where Ctrl-C ends this process, they end with it.
  const close = async (): Promise<void> => {
    await workers?.close();
    metrics?.close();
    stop();
  };
  if (workers === null) await close();
  return workers && { address: toAddress(config.host, workers.port), key, close };
}

/** Serves in one of those processes. */
async function serveForPrimary(
  config: Config,
  log: (entry: LogEntry) => void,
  output: Output,
  { drain, ...chosen }: ChosenSource & Pick<ServeFlags, 'drain'>,
): Promise<void> {
  // A terminal sends this signal to all processes; the primary ends its workers.
  process.on('SIGINT', () => {});
  const logOwn = (entry: LogEntry): void => {
    if (entry.event !== 'release') log(entry);
  };
  try {
    const { close } = await listen(config, logOwn, output, { ...chosen, follow: followPrimary, isWorker: true });
    await once(process, 'SIGTERM');
    await close(drain);
  } finally {
    // The channel to the primary must not keep the process alive.
    process.channel?.unref();
  }
}
