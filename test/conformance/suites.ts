import { join } from 'node:path';
import { root } from '../support/command.ts';
import { casesOfDamage } from './cases/damage.ts';
import { casesOfLimits } from './cases/limits.ts';
import { casesWithoutRelease } from './cases/no-release.ts';
import { toCases } from './cases.ts';
import type { Fixture } from './fixture.ts';
import type { Suites } from './run-target.ts';
import type { Setup } from './target.ts';

/** A case by its name, and where its outcome is. */
export interface Titled {
  /** `section: title`. */
  name: string;
  suite: 'main' | 'limits' | 'empty';
  index: number;
}

/** All that is asked of an adapter over a release, and what each instance of the adapter is started with. */
export interface Asked {
  suites: Suites;
  setups: Record<keyof Suites, Setup>;
  titled: readonly Titled[];
}

/** `unchecked` is the copy of the compiled sources without the check of the key. */
export function toSuites(fixture: Fixture, unchecked: string): Asked {
  const main = toCases(fixture);
  const suites: Suites = {
    main,
    // In one instance: to start another takes some platforms ten seconds.
    limits: [...casesOfLimits(fixture), ...casesOfDamage(fixture)],
    empty: casesWithoutRelease(fixture),
    unchecked: main.filter(({ needsKeyCheck }) => needsKeyCheck),
  };
  const setup: Setup = { dist: join(root, 'dist'), out: fixture.out, keys: fixture.keys };
  const setups = {
    main: setup,
    limits: { ...setup, out: fixture.damaged.out, isLimited: true },
    empty: { ...setup, out: fixture.empty },
    unchecked: { ...setup, dist: unchecked },
  };
  const titled = (['main', 'limits', 'empty'] as const).flatMap((suite) =>
    suites[suite].map(({ section, title }, index) => ({ name: `${section}: ${title}`, suite, index })),
  );
  return { suites, setups, titled };
}
