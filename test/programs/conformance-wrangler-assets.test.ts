/** @module-tag program */
import { wranglerAssets } from '../conformance/targets/wrangler-assets.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(wranglerAssets);
