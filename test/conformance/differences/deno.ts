import type { Difference } from '../difference.ts';

export const denoDifferences: readonly Difference[] = [];
