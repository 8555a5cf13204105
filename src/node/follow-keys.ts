import type { StoredKey } from '../core/keys.ts';
import { followFile } from './follow-file.ts';
import { parseKeysVariable } from './keys-env.ts';
import { readKeysFile } from './keys-file.ts';

/**
 * The keys of `GALLEY_KEYS` and of a keys file, kept up to date, so that a key revoked there is refused within a
 * second. Throws `UsageError` where either cannot be understood at the start; a later fault keeps the keys as they were.
 */
export async function followKeys(
  variable: string | undefined,
  file: string,
  onFault: (error: unknown) => void,
): Promise<{ current(): readonly StoredKey[]; stop(): void }> {
  const fixed = parseKeysVariable(variable ?? '');
  let keys = [...fixed, ...(await readKeysFile(file))];
  const { stop } = await followFile(
    file,
    async () => {
      keys = [...fixed, ...(await readKeysFile(file))];
    },
    () => {
      keys = fixed;
    },
    onFault,
  );
  return { current: () => keys, stop };
}
