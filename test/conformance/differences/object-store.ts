import type { Difference } from '../difference.ts';

export const objectStoreDifferences: readonly Difference[] = [];
