import type { Difference } from '../difference.ts';

export const bunDifferences: readonly Difference[] = [];
