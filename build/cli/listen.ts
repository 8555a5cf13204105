import cluster from 'node:cluster';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { isLoopback, toAddress } from '../../src/adapters/node/address.ts';
import type { HooksState } from '../../src/adapters/node/hooks/hooks.ts';
import { followKeys } from '../../src/adapters/node/keys/follow-keys.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { Metrics } from '../../src/adapters/node/metrics/metrics.ts';
import { outOfFiles } from '../../src/adapters/node/out-of-files.ts';
import type { Source } from '../../src/adapters/node/source.ts';
import { createNodeServer, type LogEntry, type NodeServerOptions } from '../../src/adapters/node.ts';
import { isUsable, type StoredKey } from '../../src/core/keys.ts';
import { UsageError } from '../../src/usage-error.ts';
import { clock } from './figures.ts';
import type { Output } from './output.ts';
import { logRarely } from './server-log.ts';
import type { Config } from './settings.ts';

/** A server that listens. */
export interface Listening {
  /** Scheme, host and port. */
  address: string;
  /** The key made for this run, where there was none. */
  key: string | null;
  /** Stops listening after `drainSeconds` (0 by default), then finishes the responses in progress. */
  close(drainSeconds?: number): Promise<void>;
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
    dropped,
    hooks,
    ownKey,
    ...more
  }: Pick<
    NodeServerOptions,
    'drafts' | 'follow' | 'handleFirst' | 'isWorker' | 'cacheBytes' | 'compressedBytes' | 'trustProxy'
  > & {
    source?: Source;
    /** Lines of the log that were dropped. */
    dropped?: () => number;
    hooks?: () => HooksState;
    ownKey?: () => Promise<string>;
  } = {},
): Promise<Listening & { refresh(): Promise<void> }> {
  if (more.isWorker !== true) warnOfWriters(config.keys, output);
  const { keys, key, health, stop } = await prepareKeys(config, more.isWorker === true ? () => {} : log, ownKey);
  const metrics = await startMetrics(config, output, dropped, hooks);
  const logged = logRarely(log);
  const observed = (entry: LogEntry): void => {
    logged(entry);
    metrics?.observe(entry);
  };
  const { out, cors, rateLimit, nginxCache, fastPath, keepAlive } = config;
  // Where this machine sets none of them, the release says how they are.
  const forReaders = { cors: cors ?? undefined, rateLimit: rateLimit ?? undefined };
  const limits = { ...forReaders, ...(nginxCache && { nginxCache }), fastPath, keepAlive };
  const ownHealth = (): string[] => [...health(), ...(hooks?.().problems ?? [])];
  const options = { out: source ?? out, keys, health: ownHealth, log: observed, ...limits, ...more };
  const { server, refresh, state, drain, close } = await createNodeServer(options);
  metrics?.watch(state);
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error) => refuseAddress(error, config));
  const { port } = server.address() as AddressInfo;
  return {
    address: toAddress(config.host, port),
    key,
    refresh,
    close: async (drainSeconds) => {
      if (drainSeconds !== undefined) await drain(drainSeconds);
      await close();
      metrics?.close();
      stop();
    },
  };
}

/** Prints the address, the server's own key and a request to paste. */
export function printAddress(address: string, key: string | null, output: Output, whose = 'for this run'): void {
  output.print(`\nlistening on ${address}`);
  if (key !== null) output.print(`key ${whose}: ${key}`);
  else
    output.print(
      'key: one of yours, as in export KEY=...; galley key list names them, and galley key new makes another',
    );
  output.print(`\n  curl -H "X-Api-Key: ${key ?? '$KEY'}" '${address}/api/v1/articles?per_page=2'\n`);
}

/** For a keys file that others than its owner may write, and so make keys; Windows has no such modes. */
export function warnOfWriters(file: string, output: Output): void {
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  if ((mode & 0o022) === 0 || process.platform === 'win32') return;
  output.printError(
    `The keys file ${file} has the mode ${mode.toString(8)}, so others than its owner may write it, and make keys. ` +
      `Run chmod go-w ${file}.`,
  );
}

/** Name of the key made for this run. */
const ownKeyName = 'this-run';

/** Gives a worker the last valid keys of the keys file, in case the file is damaged when the worker starts. */
const lastKeysVariable = 'GALLEY_LAST_KEYS';

export interface PreparedKeys {
  keys: () => readonly StoredKey[];
  /** The key made for this run; null where there was one. */
  key: string | null;
  /** Environment variables from which a worker prepares the same keys. */
  toVariables(): Record<string, string>;
  health(): string[];
  stop(): void;
}

/** The keys that are accepted, and where there was none the one that `ownKey` gives: by default a new one for this run. */
export async function prepareKeys(
  config: Config,
  log: (entry: LogEntry) => void,
  ownKey: () => Promise<string> = async () => newKey(),
): Promise<PreparedKeys> {
  const { GALLEY_KEYS: variable, [lastKeysVariable]: last } = process.env;
  const lastGood = cluster.isWorker && last !== undefined ? (JSON.parse(last) as StoredKey[]) : null;
  const stored = await followKeys(variable, config.keys, (error) => log({ event: 'error', error }), lastGood);
  const health = (): string[] =>
    stored.hasProblem() ? ['The keys file is not valid. The keys that it held before are used.'] : [];
  const { stop } = stored;
  const toVariables = (own?: StoredKey): Record<string, string> => ({
    GALLEY_KEYS: [variable, own && `${own.name}:${own.digest}`].filter(Boolean).join(),
    [lastKeysVariable]: JSON.stringify(stored.ofFile()),
  });
  const now = clock();
  if (stored.current().some((key) => isUsable(key, now)))
    return { keys: stored.current, key: null, toVariables: () => toVariables(), health, stop };
  if (!isLoopback(config.host)) {
    stop();
    throw new UsageError(
      `Found no active key in ${config.keys} or GALLEY_KEYS, and other machines can reach ${config.host}. ` +
        'Make a key with galley key new NAME, or set GALLEY_KEYS, or listen on 127.0.0.1.',
    );
  }
  const key = await ownKey();
  const own = { name: ownKeyName, digest: sha256(key) };
  return { keys: () => [own, ...stored.current()], key, toVariables: () => toVariables(own), health, stop };
}

/**
 * Counts responses. Serves the counts at the configured address, or in a worker gives them to the primary; null where
 * no address is configured. Throws `UsageError` where it cannot listen there.
 */
export async function startMetrics(
  config: Config,
  output: Output,
  dropped: () => number = () => 0,
  hooks?: () => HooksState,
): Promise<(Pick<Metrics, 'observe' | 'watch'> & { close(): void }) | null> {
  if (config.metrics === null) return null;
  const { createMetrics, metricsOfWorkers, withHooks } = await import('../../src/adapters/node/metrics/metrics.ts');
  const metrics = createMetrics(dropped);
  if (cluster.isWorker) {
    metrics.share();
    return { ...metrics, close() {} };
  }
  const { serveMetrics } = await import('../../src/adapters/node/metrics/serve-metrics.ts');
  const { host, port } = config.metrics;
  const source = config.workers === 1 ? metrics : metricsOfWorkers();
  const served = await serveMetrics(hooks ? withHooks(source, hooks) : source, config.metrics).catch((error) =>
    refuseAddress(error, { host, port, option: '--metrics' }),
  );
  output.printError(`metrics on ${toAddress(host, served.port)}/metrics`);
  return { ...metrics, close: served.close };
}

/** Throws a `UsageError` that says why a server cannot listen there. `option` chooses the address; by default `--host` and `--port`. */
export function refuseAddress(
  error: NodeJS.ErrnoException,
  { host, port, option }: { host: string; port: number; option?: string },
): never {
  const byPort = option ?? '--port';
  const byHost = option ?? '--host';
  const noHost = `there is no such host. Choose another with ${byHost}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `another program listens there. Stop it, or choose another port with ${byPort} (0 picks a free one)`,
    EACCES: `this user has no permission. Choose a port above 1023 with ${byPort}`,
    EADDRNOTAVAIL: `this machine has no such address. Choose another with ${byHost}`,
    ENOTFOUND: noHost,
    // The same, where no name server responds.
    EAI_AGAIN: noHost,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  throw outOfFiles(error) ?? new UsageError(`Cannot listen on ${host} port ${port}: ${reason}.`);
}
