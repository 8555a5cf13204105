import { findKeyError, keyDigest, keyName, type StoredKey } from '../core/keys.ts';
import { UsageError } from '../usage-error.ts';

/** Whether a variable holds keys: `GALLEY_KEYS`, and where that is full `GALLEY_KEYS_2` and so on. */
export function isKeysVariable(name: string): boolean {
  return /^GALLEY_KEYS(?:_\d+)?$/.test(name);
}

/** `name:sha256hex`, and what may follow, in this order. */
const entryPattern =
  /^([^:]*):([^:]*)(?::(?!drafts(?![^:])|only=|origin=|limit=)(.*?))?(:drafts)?(?::only=([^:]*))?(?::origin=(.*?))?(?::limit=(\d+)\/(\d+))?$/;

/**
 * Keys from the environment, separated by commas:
 * `name:sha256hex[:expiry-date][:drafts][:only=SLUG+SLUG][:origin=ORIGIN+ORIGIN][:limit=REQUESTS/SECONDS]`. Throws
 * `UsageError` that names the variable, and the entry by its place, never by its text, since somebody may have put the
 * key itself there.
 */
export function parseKeysVariable(text: string, variable = 'GALLEY_KEYS'): StoredKey[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const refuse = (problem: string): never => {
        throw new UsageError(`${variable}: entry ${index + 1} ${problem}`);
      };
      const [, name = '', digest = '', expiry = '', drafts, only, origins, requests, seconds] =
        entryPattern.exec(entry) ?? [];
      if (!keyName.test(name) || !keyDigest.test(digest.toLowerCase()))
        return refuse(
          'is not name:sha256hex or name:sha256hex:YYYY-MM-DD. Expected the digest that galley key new prints, not the key.',
        );
      const expires = expiry === '' ? undefined : parseExpiry(expiry);
      if (expires === null)
        return refuse(
          'ends in something that is not a date. Expected a date that exists, as YYYY-MM-DD or in RFC 3339.',
        );
      const key: StoredKey = {
        name,
        digest: digest.toLowerCase(),
        ...(expires !== undefined && { expires }),
        ...(drafts !== undefined && { drafts: true }),
        ...(only !== undefined && { only: only.split('+').filter(Boolean) }),
        ...(origins !== undefined && { origins: origins.split('+') }),
        ...(requests !== undefined && { limit: { requests: Number(requests), seconds: Number(seconds) } }),
      };
      const keyError = findKeyError(key);
      return keyError === null ? key : refuse(`opens what no key can. ${keyError}`);
    });
}

/** A key as `parseKeysVariable` reads it. */
export function toKeysEntry({ name, digest, expires, drafts, only, origins, limit }: StoredKey): string {
  const parts = [
    name,
    digest,
    expires !== undefined && new Date(expires * 1000).toISOString().replace('.000', ''),
    drafts && 'drafts',
    only && `only=${only.join('+')}`,
    origins && `origin=${origins.join('+')}`,
    limit && `limit=${limit.requests}/${limit.seconds}`,
  ];
  return parts.filter(Boolean).join(':');
}

/** The keys of `GALLEY_KEYS`, whose value is `text`. Throws `UsageError` where there are none: the server would refuse everybody. */
export function keysOfEnvironment(text: string | undefined): () => readonly StoredKey[] {
  const keys = parseKeysVariable(text ?? '');
  if (keys.length > 0) return () => keys;
  throw new UsageError(
    'GALLEY_KEYS: found no key. Expected name:sha256hex[:expiry-date], separated by commas. galley key new NAME prints one with its ' +
      'digest. Set it where the platform keeps secrets.',
  );
}

/**
 * When a key ends, in seconds: a date `YYYY-MM-DD` (its start, UTC) or an RFC 3339 date-time. Null where the text is
 * neither, or names a date that does not exist.
 */
export function parseExpiry(text: string): number | null {
  const form = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(text);
  const day = form?.[1];
  if (day === undefined) return null;
  const milliseconds = Date.parse(text.toUpperCase());
  // Date.parse turns 30 February into 2 March; the day read back shows it.
  const start = Date.parse(day);
  if (Number.isNaN(milliseconds) || Number.isNaN(start)) return null;
  return new Date(start).toISOString().startsWith(day) ? Math.floor(milliseconds / 1000) : null;
}
