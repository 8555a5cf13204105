import type { S3Options } from '../../src/storage/s3.ts';
import { UsageError } from '../../src/usage-error.ts';

/**
 * Where an address `s3://BUCKET/PREFIX` leads, with region, endpoint and credentials of the environment variables that all
 * tools for S3 share. Throws `UsageError` where one is missing or wrong.
 */
export function storeOptions(address: string, env: NodeJS.ProcessEnv = process.env): S3Options {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?$/.exec(address) ?? [];
  if (bucket === undefined) {
    throw new UsageError(
      `Found ${address}. Expected the address of an object store: s3://BUCKET, or s3://BUCKET/PREFIX.`,
    );
  }
  // Somebody may have put a secret there, which is not printed.
  if (bucket.includes('@')) {
    throw new UsageError(
      'The address of the store: found something before an @. Expected s3://BUCKET/PREFIX, and the credentials in ' +
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  const read = (...names: string[]): string | undefined => names.map((name) => env[name]?.trim()).find(Boolean);
  const accessKeyId = read('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
  const sessionToken = read('AWS_SESSION_TOKEN');
  const endpoint = read('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  // Other stores mostly heed none; R2 calls its own so.
  const region = read('AWS_REGION', 'AWS_DEFAULT_REGION') ?? (endpoint === undefined ? undefined : 'us-east-1');
  const missing = [
    ...(accessKeyId === undefined ? ['AWS_ACCESS_KEY_ID'] : []),
    ...(secretAccessKey === undefined ? ['AWS_SECRET_ACCESS_KEY'] : []),
    ...(region === undefined
      ? ['AWS_REGION, such as eu-central-1 (or AWS_ENDPOINT_URL_S3 for a store that is not of Amazon)']
      : []),
  ];
  if (accessKeyId === undefined || secretAccessKey === undefined || region === undefined) {
    throw new UsageError(`${address}: these environment variables are missing: ${missing.join('; ')}.`);
  }
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return { bucket, prefix, region, credentials, ...(endpoint !== undefined && { endpoint }) };
}
