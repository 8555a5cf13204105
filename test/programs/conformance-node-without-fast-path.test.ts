/** @module-tag program */
import { nodeWithoutFastPath } from '../conformance/targets/node.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(nodeWithoutFastPath);
