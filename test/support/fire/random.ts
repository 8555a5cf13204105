import { seeded } from '../../bench/seeded.ts';

/** Choices that are the same for the same seed. */
export interface Random {
  /** From 0 up to but not including `limit`; 0 where that is 0. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  const below = seeded(seed);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
