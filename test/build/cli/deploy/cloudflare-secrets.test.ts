import { expect, test } from 'vitest';
import { secretBytes, toSecrets } from '../../../../build/cli/deploy/cloudflare-secrets.ts';
import { parseKeysVariable } from '../../../../src/keys/keys-env.ts';

const digest = 'a'.repeat(64);

test('keys are spread over as many secrets as they need, and read again', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ name: `client-${i}`, digest, expires: 2e9 }));
  const reviewer = { name: 'reviewer', digest, expires: 2e9, drafts: true, only: ['one', 'two'] };
  const secrets = toSecrets([{ name: 'old', digest, revoked: true }, ...many, reviewer, { name: 'web', digest }], 0);
  expect(Object.keys(secrets)).toEqual(['GALLEY_KEYS', 'GALLEY_KEYS_2', 'GALLEY_KEYS_3', 'GALLEY_KEYS_4']);
  for (const value of Object.values(secrets)) expect(value.length).toBeLessThanOrEqual(secretBytes);
  const read = Object.entries(secrets).flatMap(([name, value]) => parseKeysVariable(value, name));
  expect(read).toEqual([...many, reviewer, { name: 'web', digest }]);
});
