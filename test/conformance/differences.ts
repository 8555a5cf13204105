import type { Difference } from './difference.ts';
import { bunDifferences } from './differences/bun.ts';
import { cloudflareDifferences } from './differences/cloudflare.ts';
import { denoDifferences } from './differences/deno.ts';
import { lambdaDifferences } from './differences/lambda.ts';
import { nginxDifferences } from './differences/nginx.ts';
import { objectStoreDifferences } from './differences/object-store.ts';

/** Where platforms respond otherwise than the Node adapter, and why. What is not listed must be equal. */
export const differences: readonly Difference[] = [
  ...[...bunDifferences, ...denoDifferences, ...lambdaDifferences],
  ...[...cloudflareDifferences, ...nginxDifferences, ...objectStoreDifferences],
];
