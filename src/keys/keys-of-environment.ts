import type { StoredKey } from '../core/keys.ts';
import { UsageError } from '../usage-error.ts';
import { parseKeysVariable } from './keys-env.ts';

/** The keys of `GALLEY_KEYS`, whose value is `text`. Throws `UsageError` where there are none: the door would refuse everybody. */
export function keysOfEnvironment(text: string | undefined): () => readonly StoredKey[] {
  const keys = parseKeysVariable(text ?? '');
  if (keys.length > 0) return () => keys;
  throw new UsageError(
    'GALLEY_KEYS: found no key. Expected name:sha256hex[:expiry-date], separated by commas: galley key new NAME prints one with its ' +
      'digest. Set it where the platform keeps secrets.',
  );
}
