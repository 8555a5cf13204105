import { FailedRead, isBroken, MissingFile, OtherFormat } from './core/file-errors.ts';
import { Pointer, pointerPath } from './core/format.ts';
import { newestKept } from './core/newest-kept.ts';
import { readJson } from './core/read-json.ts';
import { openRelease, type Release } from './core/release.ts';
import type { Storage } from './core/storage.ts';
import { UsageError } from './usage-error.ts';

/** Which release is current, as the last check found it. */
export interface ReleaseState {
  /** Null before there is one. */
  current(): Release | null;
  /** A sentence for anybody where there is a newer one that cannot be opened; else null. */
  problem(): string | null;
  /**
   * Reads the pointer, and activates the release that it names. Rejects where that cannot be: then the earlier one
   * stays; where there is none, the newest kept one that can be opened is activated.
   */
  check(): Promise<void>;
  /** Reports an error, of `check` or of what calls it, and keeps its sentence until a check succeeds, or `onFixed`. */
  onError(error: unknown): void;
  onFixed(): void;
}

/** What is done with each release before it is current, which it is not where that fails; and with each error. */
export interface ReleaseEvents {
  activate?(release: Release): unknown;
  onError(error: unknown): void;
}

/** A release of drafts where the public one is served, or the reverse; the message is for anybody. */
class WrongRelease extends UsageError {}

const wrongRelease = {
  drafts: 'Found a release of drafts in the place of the public one. No reader gets it. Serve what galley build wrote.',
  readers: 'Found a public release in the place of that of drafts. Serve what galley build --drafts wrote.',
};

/**
 * Follows the pointer of a release, which `storage` reads: by a timer, by requests, or for workers. Others say when to
 * check. It is the public one, and never one of drafts, unless `isDrafts`.
 */
export function releaseState(
  storage: Storage,
  { activate = () => {}, onError }: ReleaseEvents,
  isDrafts = false,
): ReleaseState {
  let current: Release | null = null;
  let problem: string | null = null;
  let begun = 0;
  let applied = 0;
  return {
    current: () => current,
    problem: () => problem,
    check,
    onError(error) {
      problem = toReleaseProblem(error);
      onError(error);
    },
    onFixed() {
      problem = null;
    },
  };

  async function check(): Promise<void> {
    const number = ++begun;
    try {
      const id = await readPointer(storage);
      const isOpen = id === current?.id && current.excluded.size === 0;
      const found = isOpen ? current : await openRelease(id, storage);
      // A check that began later may have ended before this one.
      if (number < applied) return;
      applied = number;
      if (found !== null && !isOpen) await take(found);
      problem = null;
    } catch (error) {
      const kept = current === null ? await newestKept(storage) : null;
      if (kept !== null && current === null) await take(kept);
      // Before the first build there is no pointer, and that is no error.
      if (current !== null || !(error instanceof MissingFile && error.path === pointerPath)) throw error;
    }
  }

  async function take(release: Release): Promise<void> {
    const kind = release.settings.drafts ? 'drafts' : 'readers';
    if ((kind === 'drafts') !== isDrafts) throw new WrongRelease(wrongRelease[kind]);
    await activate(release);
    current = release;
  }
}

/** The id of the release that is current. Throws where the pointer cannot be read. */
export async function readPointer(storage: Storage): Promise<string> {
  return (await readJson(storage, pointerPath, Pointer)).release;
}

/**
 * For platforms without timers: a request checks where the last check is `seconds` old. It waits for its own check
 * alone, since some platforms forbid to wait for what another request began.
 */
export function checkOnRequest(
  state: ReleaseState,
  seconds: number,
): (now: number) => Release | null | Promise<Release | null> {
  let checked = Number.NEGATIVE_INFINITY;
  return (now) => {
    const current = state.current();
    // Also where the clock was set back: else nothing new would be seen until it is as late again.
    if (current !== null && now >= checked && now < checked + seconds) return current;
    checked = now;
    return state.check().catch(state.onError).then(state.current);
  };
}

/** What is wrong with a release that cannot be opened, without anything about this machine. */
export function toReleaseProblem(error: unknown): string {
  if (error instanceof FailedRead) {
    return 'The store of the release does not respond. An older release may be served, and responses that are not in memory are 503.';
  }
  if (error instanceof WrongRelease) return error.message;
  if (error instanceof OtherFormat) return `${error.message} An older release may be served.`;
  const file = isBroken(error) ? error.path : null;
  const what = `${file} is ${error instanceof MissingFile ? 'missing' : 'damaged'}`;
  if (file === pointerPath) return `${what}. An older release may be served.`;
  return `The newest release cannot be opened${file === null ? '' : `, because ${what}`}. An older one is served.`;
}
