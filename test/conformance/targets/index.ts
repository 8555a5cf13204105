import type { Target } from '../target.ts';
import { bun } from './bun.ts';
import { deno } from './deno.ts';
import { lambda, lambdaBuffered } from './lambda.ts';
import { nginx } from './nginx.ts';
import { node, nodeWithoutFastPath } from './node.ts';
import { nodeFromS3 } from './node-from-s3.ts';
import { workerd } from './workerd.ts';
import { wranglerAssets } from './wrangler-assets.ts';
import { wranglerR2 } from './wrangler-r2.ts';

/** Every platform that the suite runs on. The first is what the others are compared with. */
export const targets: readonly Target[] = [
  ...[node, nodeWithoutFastPath, nodeFromS3, nginx],
  ...[bun, deno, lambda, lambdaBuffered],
  ...[workerd, wranglerAssets, wranglerR2],
];
