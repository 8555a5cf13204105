import { keyDigest, keyName, type StoredKey } from '../core/keys.ts';
import { UsageError } from '../usage-error.ts';
import { parseExpiry } from './parse-expiry.ts';

/** Whether a variable holds keys: `GALLEY_KEYS`, and where that is full `GALLEY_KEYS_2` and so on. */
export function isKeysVariable(name: string): boolean {
  return /^GALLEY_KEYS(?:_\d+)?$/.test(name);
}

/**
 * Keys from the environment: `name:sha256hex[:expiry-date]`, separated by commas. Throws `UsageError` that names the
 * variable, and the entry by its place, never by its text, since somebody may have put the key itself there.
 */
export function parseKeysVariable(text: string, variable = 'GALLEY_KEYS'): StoredKey[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const [name = '', digest = '', ...rest] = entry.split(':');
      const expiry = rest.join(':');
      const expires = expiry === '' ? undefined : parseExpiry(expiry);
      const key = { name, digest: digest.toLowerCase(), ...(typeof expires === 'number' && { expires }) };
      const isRight = keyName.test(key.name) && keyDigest.test(key.digest) && Number.isSafeInteger(expires ?? 0);
      if (isRight && expires !== null) return key;
      if (isRight) {
        throw new UsageError(
          `${variable}: entry ${index + 1} ends in what is no date. Expected a date that exists, as YYYY-MM-DD or in RFC 3339.`,
        );
      }
      throw new UsageError(
        `${variable}: entry ${index + 1} is not name:sha256hex or name:sha256hex:YYYY-MM-DD. ` +
          'Expected the digest that galley key new prints, not the key.',
      );
    });
}
