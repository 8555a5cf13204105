/** @module-tag program */
import { nodeFromS3 } from '../conformance/targets/node-from-s3.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(nodeFromS3);
