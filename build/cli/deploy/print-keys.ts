import { readKeysFile } from '../../../src/adapters/node/keys/keys-file.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Output } from '../output.ts';
import { toSecrets } from './to-secrets.ts';

/** `galley deploy keys cloudflare`: the digests of the keys that can be used, as `wrangler secret bulk` reads secrets. */
export async function printKeys({ keys: file }: Config, output: Output): Promise<0> {
  const secrets = toSecrets(await readKeysFile(file), clock());
  if (Object.keys(secrets).length === 0) {
    throw new UsageError(`There is no key in ${file} that can be used. Make one with galley key new NAME.`);
  }
  output.printJson(secrets);
  return 0;
}
