import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readKeysFile } from '../../../src/adapters/node/keys/keys-file.ts';
import { isUsable } from '../../../src/core/keys.ts';
import { isKeysVariable, parseKeysVariable } from '../../../src/keys/keys-env.ts';
import { count } from '../count.ts';
import type { Report } from './finding.ts';
import { secretBytes } from './to-secrets.ts';
import type { WranglerFile } from './wrangler-file.ts';

/** Beside the configuration: secrets of `wrangler dev`. */
const devSecrets = '.dev.vars';

/** Reports keys that everybody can read who reads the configuration, and a Worker that could be deployed without any. */
export function judgeKeySettings({ find }: WranglerFile, environment: string | null, report: Report): void {
  for (const [name, at] of find(environment, ['vars']).children) {
    if (!isKeysVariable(name)) continue;
    report(
      `vars.${name}: found the keys in the configuration, in clear text. Expected a secret: take it out, and run npx galley deploy keys cloudflare | npx wrangler secret bulk`,
      at,
    );
  }
  const required = find(environment, ['secrets', 'required']);
  if (Array.isArray(required.value) && required.value.includes('GALLEY_KEYS')) return;
  report(
    'secrets.required: found no GALLEY_KEYS. Expected "secrets": {"required": ["GALLEY_KEYS"]}, so that wrangler refuses to deploy a Worker without keys.',
    required,
  );
}

/** Reports keys at hand that cannot be used or do not fit a secret. `at` is the time in seconds. */
export async function judgeKeys(
  folder: string,
  keysFile: string,
  environment: NodeJS.ProcessEnv,
  at: number,
  report: (file: string) => Report,
): Promise<void> {
  const file = join(folder, devSecrets);
  const local = existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {};
  const stored = await readKeysFile(keysFile);
  let usable = stored.filter((key) => isUsable(key, at)).length;
  let found = stored.length;
  for (const [source, variables] of [
    [devSecrets, local],
    ['environment', environment],
  ] as const) {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (!isKeysVariable(name)) continue;
      const size = Buffer.byteLength(value);
      if (size > secretBytes)
        report(source)(
          `${name}: found ${size} bytes. Expected at most ${secretBytes}, which a secret holds. Spread the keys over ${name}, GALLEY_KEYS_2 and so on; galley deploy keys cloudflare does so.`,
        );
      const keys = parseKeysVariable(value, name);
      found += keys.length;
      usable += keys.filter((key) => isUsable(key, at)).length;
    }
  }
  if (found > 0 && usable === 0)
    report(keysFile)(
      `Found ${count(found, 'key')}, all of them revoked or expired. Expected one that can be used. Make one with npx galley key new NAME.`,
    );
  if (found === 0)
    report(keysFile)(
      `Found no keys here. Where the Worker has them as secrets already, that is right; else make one with npx galley key new NAME, and run npx galley deploy keys cloudflare | npx wrangler secret bulk`,
      null,
      'warning',
    );
}
