/** @module-tag program */
import { lambdaBuffered } from '../conformance/targets/lambda.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(lambdaBuffered);
