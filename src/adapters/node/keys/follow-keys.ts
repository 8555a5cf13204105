import type { StoredKey } from '../../../core/keys.ts';
import { parseKeysVariable } from '../../../keys/keys-env.ts';
import { followFile } from '../follow-state.ts';
import { readKeysFile } from './keys-file.ts';

export interface FollowedKeys {
  current(): readonly StoredKey[];
  /** The last valid keys of the file alone. */
  ofFile(): readonly StoredKey[];
  /** Whether the file cannot be understood now. */
  hasProblem(): boolean;
  stop(): void;
}

/**
 * The keys of `GALLEY_KEYS` and of a keys file, kept up to date, so that a key revoked there is refused within a
 * second. Throws `UsageError` where either cannot be understood at the start, unless there are `lastGood` keys of the
 * file; a later problem keeps the keys as they were.
 */
export async function followKeys(
  variable: string | undefined,
  file: string,
  onError: (error: unknown) => void,
  lastGood: readonly StoredKey[] | null = null,
): Promise<FollowedKeys> {
  const fixed = parseKeysVariable(variable ?? '');
  let ofFile = lastGood ?? (await readKeysFile(file));
  let keys = [...fixed, ...ofFile];
  let hasProblem = false;
  const { stop } = await followFile(file, {
    onChange: async () => take(await readKeysFile(file)),
    onError(error) {
      hasProblem = true;
      onError(error);
    },
    onFixed() {
      hasProblem = false;
    },
  });
  return { current: () => keys, ofFile: () => ofFile, hasProblem: () => hasProblem, stop };

  function take(read: readonly StoredKey[]): void {
    ofFile = read;
    keys = [...fixed, ...ofFile];
  }
}
