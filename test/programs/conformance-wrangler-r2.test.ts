/** @module-tag program */
import { wranglerR2 } from '../conformance/targets/wrangler-r2.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(wranglerR2);
