import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { findKeyError, keyName, type StoredKey } from '../../../core/keys.ts';
import { UsageError } from '../../../usage-error.ts';
import { readRegular } from '../disk/read-regular.ts';
import { writeWhole } from '../disk/write-whole.ts';

/** Unknown members are refused, since they may be misspelt: with `expire` a key would never expire. */
const KeysFile = z.strictObject({
  keys: z.array(
    z
      .strictObject({
        name: z.string().check(z.regex(keyName, 'Expected 1 to 64 letters, digits, `_`, `.`, `-`.')),
        digest: z.string(),
        expires: z.optional(z.int()),
        revoked: z.optional(z.boolean()),
        drafts: z.optional(z.literal(true)),
        only: z.optional(z.array(z.string())),
        origins: z.optional(z.array(z.string())),
        limit: z.optional(z.strictObject({ requests: z.int(), seconds: z.int() })),
      })
      .check((context) => {
        const keyError = findKeyError(context.value);
        if (keyError !== null) context.issues.push({ code: 'custom', input: context.value, message: keyError });
      }),
  ),
});

/** The keys of a file; none where there is no such file. Throws `UsageError` where it cannot be read or understood. */
export async function readKeysFile(file: string): Promise<StoredKey[]> {
  const text = readText(file);
  if (text === null) return [];
  const json = parseJson(text);
  const parsed = KeysFile.safeParse(json);
  if (parsed.success) return parsed.data.keys;
  const problems =
    json === undefined
      ? ['it is not JSON']
      : parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${toMessage(issue)}`);
  throw new UsageError(
    `The keys file ${file} is not valid (${problems.join('; ')}). ` +
      'Expected {"keys": [{"name", "digest", "expires"?, "revoked"?, "drafts"?, "only"?, "origins"?, "limit"?}]}. Restore it, or delete it and make new keys with galley key new.',
  );
}

function readText(file: string): string | null {
  try {
    return readRegular(file).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UsageError(`The keys file ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** Replaces the file in one step; only its owner may read it. */
export async function writeKeysFile(file: string, keys: readonly StoredKey[]): Promise<void> {
  const text = `${JSON.stringify({ keys }, null, 2)}\n`;
  try {
    await writeWhole(file, `${file}.${randomUUID()}.tmp`, text, { durable: true, mode: 0o600 });
  } catch (error) {
    throw new UsageError(`The keys file ${file} cannot be written: ${error instanceof Error ? error.message : error}.`);
  }
}

function toMessage(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message;
  return `${issue.keys.map((name) => JSON.stringify(name)).join(', ')} is not known`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
