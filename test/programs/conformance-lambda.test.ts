/** @module-tag program */
import { lambda } from '../conformance/targets/lambda.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(lambda);
