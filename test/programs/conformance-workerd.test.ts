/** @module-tag program */
import { workerd } from '../conformance/targets/workerd.ts';
import { testTarget } from '../conformance/test-target.ts';

testTarget(workerd);
