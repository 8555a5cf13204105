import { basename, dirname, join } from 'node:path';
import { refuseConflicts } from './config.ts';
import type { Config } from './settings.ts';

/**
 * The configuration of the release of drafts: one more release of the same content, whose folder and store are beside
 * those of the public one. Throws `UsageError` where that folder holds content.
 */
export function toDraftsConfig(config: Config): Config {
  const drafts = { ...config, out: toDraftsFolder(config.out), drafts: true as const };
  refuseConflicts(drafts);
  return drafts;
}

/** The folder of the release of drafts, beside that of the public one. */
export function toDraftsFolder(out: string): string {
  return join(dirname(out), `${basename(out)}-drafts`);
}

/** The address of the release of drafts in an object store: `s3://BUCKET/PREFIX-drafts`, or `s3://BUCKET/drafts`. */
export function toDraftsAddress(address: string): string {
  const [scheme = '', bucket = '', ...prefix] = address.split('/').filter(Boolean);
  // Another address is reported as it was given.
  if (!/^s3:$/i.test(scheme)) return address;
  return `s3://${bucket}/${prefix.length === 0 ? '' : `${prefix.join('/')}-`}drafts`;
}
