import cluster from 'node:cluster';
import { isLoopback } from '../../src/adapters/node/address.ts';
import { followKeys } from '../../src/adapters/node/keys/follow-keys.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import { isUsable, type StoredKey } from '../../src/core/keys.ts';
import { UsageError } from '../../src/usage-error.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';

export interface PreparedKeys {
  keys: () => readonly StoredKey[];
  /** The key made for this run; null where there was one. */
  key: string | null;
  /** Environment variables from which a worker prepares the same keys. */
  toVariables(): Record<string, string>;
  health(): string[];
  stop(): void;
}

/** The keys that are accepted, and the one made for this run where there was none. */
export async function prepareKeys(config: Config, log: (entry: LogEntry) => void): Promise<PreparedKeys> {
  const { GALLEY_KEYS: variable, [lastKeysVariable]: last } = process.env;
  const lastGood = cluster.isWorker && last !== undefined ? (JSON.parse(last) as StoredKey[]) : null;
  const stored = await followKeys(variable, config.keys, (error) => log({ event: 'error', error }), lastGood);
  const health = (): string[] =>
    stored.hasProblem() ? ['The keys file cannot be understood; the keys that it held last are in force.'] : [];
  const { stop } = stored;
  const toVariables = (own?: StoredKey): Record<string, string> => ({
    GALLEY_KEYS: [variable, own && `${own.name}:${own.digest}`].filter(Boolean).join(),
    [lastKeysVariable]: JSON.stringify(stored.ofFile()),
  });
  const now = clock();
  if (stored.current().some((key) => isUsable(key, now))) {
    return { keys: stored.current, key: null, toVariables: () => toVariables(), health, stop };
  }
  if (!isLoopback(config.host)) {
    stop();
    throw new UsageError(
      `Found no usable key in ${config.keys} or GALLEY_KEYS, and ${config.host} can be reached from other machines. ` +
        'Make a key with galley key new NAME, or set GALLEY_KEYS; or listen on 127.0.0.1.',
    );
  }
  const key = newKey();
  const own = { name: ownKeyName, digest: sha256(key) };
  return { keys: () => [own, ...stored.current()], key, toVariables: () => toVariables(own), health, stop };
}

/** Name of the key made for this run. */
const ownKeyName = 'this-run';

/** Gives a worker the last valid keys of the keys file, in case the file is damaged when the worker starts. */
const lastKeysVariable = 'GALLEY_LAST_KEYS';
