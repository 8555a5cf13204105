import type { Difference } from '../difference.ts';

export const cloudflareDifferences: readonly Difference[] = [];
