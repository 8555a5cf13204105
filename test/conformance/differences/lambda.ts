import type { Difference } from '../difference.ts';

export const lambdaDifferences: readonly Difference[] = [];
