import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { isUsable, type StoredKey } from '../../src/core/keys.ts';
import { followKeys } from '../../src/node/follow-keys.ts';
import { followPrimary } from '../../src/node/follow-primary.ts';
import { leadWorkers } from '../../src/node/lead-workers.ts';
import { maskKeys } from '../../src/node/mask-keys.ts';
import { newKey, sha256 } from '../../src/node/new-key.ts';
import { createNodeServer, type LogEntry, type NodeServerOptions } from '../../src/node.ts';
import { outOfFiles } from '../../src/out-of-files.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Config } from '../config.ts';
import { observing, startMetrics } from './metrics.ts';
import { refuseAddress } from './refuse-address.ts';
import { isLoopback, toAddress } from './site.ts';

/** A server that listens. */
export interface Listening {
  /** Scheme, host and port. */
  address: string;
  /** The key made for this run, where there was none. */
  key: string | null;
  /** Finishes the answers under way, then stops listening. */
  close(): Promise<void>;
}

/** `galley serve`. 2 where a worker could not listen, and has said why. */
export async function runServe(config: Config, { json }: { json: boolean }): Promise<0 | 2> {
  const log = json ? logJson : logFaults;
  const sites: string[] = [];
  const logAndNote = (entry: LogEntry): void => {
    if (entry.event === 'release') sites.push(entry.site);
    log(entry);
  };
  if (cluster.isWorker) {
    await serveForPrimary(config, log);
    return 0;
  }
  const listening = config.workers === 1 ? await listen(config, logAndNote) : await listenTogether(config, logAndNote);
  if (listening === null) return 2;
  const { address, key, close } = listening;
  const [site] = sites;
  if (site === undefined) {
    console.error(`There is no release in ${config.out} yet: run galley build. Until then the answer is 503.`);
  } else if (site !== address && isLoopback(new URL(site).hostname)) {
    console.error(
      `The links of this release lead to ${site}, and this server listens at ${address}. ` +
        'Build with --site and the address under which readers reach it.',
    );
  }
  // Whoever reads that it listens may end it at once.
  const ended = untilSignal();
  // Not among the events: what is logged never holds a key.
  if (key !== null) console.error(`key for this run: ${key}`);
  if (json) logLine({ event: 'listening', address });
  else console.log(`listening on ${address}`);
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
  more: Pick<NodeServerOptions, 'follow' | 'answerFirst' | 'isWorker'> = {},
): Promise<Listening & { refresh(): Promise<void> }> {
  const { keys, key, health, stop } = await prepareKeys(config, more.isWorker === true ? () => {} : log);
  const metrics = await startMetrics(config);
  const { out, cors, rateLimit } = config;
  const limits = { cors, ...(rateLimit && { rateLimit }) };
  const options = { out, keys, health, log: observing(quietly(log), metrics), ...limits, ...more };
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

/** The same with several processes, which share the address. Null where one could not listen, and has said why. */
async function listenTogether(config: Config, log: (entry: LogEntry) => void): Promise<Listening | null> {
  // Followed here, too, so that a fault is told once and not by each worker.
  const { key, ofFile, stop } = await prepareKeys(config, log);
  if (config.rateLimit !== null) (await import('../../src/node/rate-limiter.ts')).countForWorkers();
  const metrics = await startMetrics(config);
  const variable = [process.env.GALLEY_KEYS, key && `${ownKeyName}:${sha256(key)}`].filter(Boolean).join();
  const workers = await leadWorkers({
    directory: join(config.out, 'api', 'v1'),
    count: config.workers,
    env: () => ({ GALLEY_KEYS: variable, [lastKeysVariable]: JSON.stringify(ofFile()) }),
    onRelease: (release, articles, site) => log({ event: 'release', release, articles, site }),
    onFault: (error) => log({ event: 'fault', error }),
  });
  const close = async (): Promise<void> => {
    await workers?.close();
    metrics?.close();
    stop();
  };
  if (workers === null) await close();
  return workers && { address: toAddress(config.host, workers.port), key, close };
}

/** One of those processes. */
async function serveForPrimary(config: Config, log: (entry: LogEntry) => void): Promise<void> {
  // A terminal sends this to all of them; the primary says when to end.
  process.on('SIGINT', () => {});
  const logOwn = (entry: LogEntry): void => {
    if (entry.event !== 'release') log(entry);
  };
  try {
    const { close } = await listen(config, logOwn, { follow: followPrimary, isWorker: true });
    await once(process, 'SIGTERM');
    await close();
  } finally {
    // Waiting for orders is no reason to go on.
    process.channel?.unref();
  }
}

/** What the key that is made for this run is called. */
const ownKeyName = 'this-run';

/** Tells a worker the keys of the keys file as they were last, for where it cannot be understood when it starts. */
const lastKeysVariable = 'GALLEY_LAST_KEYS';

interface PreparedKeys {
  keys: () => readonly StoredKey[];
  /** The one made for this run, where there was none. */
  key: string | null;
  /** Those of the keys file. */
  ofFile(): readonly StoredKey[];
  health(): string[];
  stop(): void;
}

/** The keys that are accepted, and the one made for this run where there was none. */
async function prepareKeys(config: Config, log: (entry: LogEntry) => void): Promise<PreparedKeys> {
  const { GALLEY_KEYS: variable, [lastKeysVariable]: last } = process.env;
  const lastGood = cluster.isWorker && last !== undefined ? (JSON.parse(last) as StoredKey[]) : null;
  const stored = await followKeys(variable, config.keys, (error) => log({ event: 'fault', error }), lastGood);
  const health = (): string[] =>
    stored.isFaulty() ? ['The keys file cannot be understood; the keys that it held last are in force.'] : [];
  const { ofFile, stop } = stored;
  const now = Date.now() / 1000;
  if (stored.current().some((key) => isUsable(key, now))) {
    return { keys: stored.current, key: null, ofFile, health, stop };
  }
  if (!isLoopback(config.host)) {
    stop();
    throw new UsageError(
      `Found no usable key, and ${config.host} can be reached from other machines. ` +
        'Make a key with galley key new NAME, or set GALLEY_KEYS; or listen on 127.0.0.1.',
    );
  }
  const key = newKey();
  const own = { name: ownKeyName, digest: sha256(key) };
  return { keys: () => [own, ...stored.current()], key, ofFile, health, stop };
}

/** How often one and the same want of files is told, in milliseconds: every request may find it. */
const pause = 60_000;

/** The same log, which is told once a minute that no more files can be opened, and how that is changed. */
function quietly(log: (entry: LogEntry) => void): (entry: LogEntry) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (entry) => {
    const error = entry.event === 'fault' ? outOfFiles(entry.error) : null;
    if (error === null) log(entry);
    else if (performance.now() - told > pause) {
      told = performance.now();
      log({ event: 'fault', error });
    }
  };
}

/** Faults alone, on standard error. */
export function logFaults(entry: LogEntry): void {
  if (entry.event !== 'fault') return;
  // Of what an operator can mend, the sentence says it all.
  console.error(maskKeys(entry.error instanceof UsageError ? entry.error.message : inspect(entry.error)));
}

function logJson(entry: LogEntry): void {
  if (entry.event === 'answer') logLine({ ...entry, milliseconds: Math.round(entry.milliseconds * 1000) / 1000 });
  else if (entry.event === 'release') logLine(entry);
  else logLine({ ...entry, error: entry.error instanceof Error ? entry.error.stack : String(entry.error) });
}

function logLine(told: object): void {
  // Also where somebody gave a key as the name of a key.
  console.log(maskKeys(JSON.stringify({ time: new Date().toISOString(), ...told })));
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Resolves when the process is told to end. A second signal ends it at once, as it would without us. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of signals) process.removeListener(signal, end);
      resolve();
    };
    for (const signal of signals) process.once(signal, end);
  });
}
