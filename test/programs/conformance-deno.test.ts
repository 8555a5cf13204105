/** @module-tag program */
import { deno } from '../conformance/targets/deno.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(deno);
