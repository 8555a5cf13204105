import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isLoopback, toAddress } from '../../src/adapters/node/address.ts';
import type { Source } from '../../src/adapters/node/source.ts';
import { followPrimary } from '../../src/adapters/node/workers/follow-primary.ts';
import { leadWorkers } from '../../src/adapters/node/workers/lead-workers.ts';
import { createNodeServer, type LogEntry, type NodeServerOptions } from '../../src/adapters/node.ts';
import { type ChosenSource, chooseSource, type SourceFlags } from './choose-source.ts';
import type { Config } from './config.ts';
import { observing, startMetrics } from './metrics.ts';
import type { Output } from './output.ts';
import { prepareKeys } from './prepare-keys.ts';
import { refuseAddress } from './refuse-address.ts';
import { logJson, logLine, logProblems, logRarely } from './server-log.ts';
import { untilSignal } from './until-signal.ts';

/** A server that listens. */
export interface Listening {
  /** Scheme, host and port. */
  address: string;
  /** The key made for this run, where there was none. */
  key: string | null;
  /** Stops listening, then finishes the answers under way. */
  close(): Promise<void>;
}

/** `galley serve`. 2 where a worker could not listen; it has printed why. */
export async function runServe(
  config: Config,
  { json, ...flags }: { json: boolean } & SourceFlags,
  output: Output,
): Promise<0 | 2> {
  const log = json ? logJson(output) : logProblems(output);
  const sites: string[] = [];
  const logAndNote = (entry: LogEntry): void => {
    if (entry.event === 'release') sites.push(entry.site);
    log(entry);
  };
  const chosen = await chooseSource(config.out, flags, cluster.isPrimary, output);
  if (cluster.isWorker) {
    await serveForPrimary(config, log, output, chosen);
    return 0;
  }
  const listening =
    config.workers === 1
      ? await listen(config, logAndNote, output, chosen)
      : await listenTogether(config, logAndNote, output, chosen);
  if (listening === null) return 2;
  const { address, key, close } = listening;
  const [site] = sites;
  if (site === undefined && chosen.isAway !== true) {
    output.printError(
      `There is no release in ${chosen.source.name} yet: run ${flags.from === undefined ? 'galley build' : `galley push ${flags.from}`}. Until then the answer is 503.`,
    );
  } else if (site !== undefined && site !== address && isLoopback(new URL(site).hostname)) {
    output.printError(
      `The links of this release lead to ${site}, and this server listens at ${address}. ` +
        'Build with --site and the address under which readers reach it.',
    );
  }
  // Before the address is printed: its reader may send a signal at once.
  const ended = untilSignal();
  // On standard error, since events in the log never hold a key.
  if (key !== null) output.printError(`key for this run: ${key}`);
  if (json) logLine({ event: 'listening', address }, output);
  else output.print(`listening on ${address}`);
  await ended;
  await close();
  return 0;
}

/**
 * Listens as configured. Throws `UsageError` where the address cannot be had, and where it is open to other machines
 * while there is no key.
 */
export async function listen(
  config: Config,
  log: (entry: LogEntry) => void,
  output: Output,
  {
    source,
    ...more
  }: Pick<NodeServerOptions, 'follow' | 'handleFirst' | 'isWorker' | 'cacheBytes'> & { source?: Source } = {},
): Promise<Listening & { refresh(): Promise<void> }> {
  const { keys, key, health, stop } = await prepareKeys(config, more.isWorker === true ? () => {} : log);
  const metrics = await startMetrics(config, output);
  const { out, cors, rateLimit, nginxCache, fastPath } = config;
  const limits = { cors, ...(rateLimit && { rateLimit }), ...(nginxCache && { nginxCache }), fastPath };
  const options = { out: source ?? out, keys, health, log: observing(logRarely(log), metrics), ...limits, ...more };
  const { server, refresh, state, close } = await createNodeServer(options);
  metrics?.watch(state);
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error) => refuseAddress(error, config));
  const { port } = server.address() as AddressInfo;
  return {
    address: toAddress(config.host, port),
    key,
    refresh,
    close: async () => {
      await close();
      metrics?.close();
      stop();
    },
  };
}

/** The same with several processes that share the address. Null where one could not listen; it has printed why. */
async function listenTogether(
  config: Config,
  log: (entry: LogEntry) => void,
  output: Output,
  { source }: ChosenSource,
): Promise<Listening | null> {
  // The primary follows the keys, too, so that a problem is logged once and not by each worker.
  const { key, toVariables, stop } = await prepareKeys(config, log);
  if (config.rateLimit !== null) (await import('../../src/adapters/node/workers/rate-limiter.ts')).countForWorkers();
  const metrics = await startMetrics(config, output);
  const workers = await leadWorkers({
    source,
    count: config.workers,
    env: toVariables,
    onRelease: ({ id, total, site }) => log({ event: 'release', release: id, articles: total, site }),
    onError: (error) => log({ event: 'error', error }),
  });
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
  chosen: ChosenSource,
): Promise<void> {
  // A terminal sends this signal to all processes; the primary ends its workers.
  process.on('SIGINT', () => {});
  const logOwn = (entry: LogEntry): void => {
    if (entry.event !== 'release') log(entry);
  };
  try {
    const { close } = await listen(config, logOwn, output, { ...chosen, follow: followPrimary, isWorker: true });
    await once(process, 'SIGTERM');
    await close();
  } finally {
    // The channel to the primary must not keep the process alive.
    process.channel?.unref();
  }
}
