/** @module-tag program */
import { bun } from '../conformance/targets/bun.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(bun);
