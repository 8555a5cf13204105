/** @module-tag program */
import { nginx } from '../conformance/targets/nginx.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(nginx);
