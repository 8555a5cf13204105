import type { Difference } from '../difference.ts';

export const nginxDifferences: readonly Difference[] = [];
