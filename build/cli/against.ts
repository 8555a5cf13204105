import { Pointer, pointerPath } from '../../src/core/format.ts';
import { ledgerPath, readLedger } from '../../src/core/ledger.ts';
import { readJson } from '../../src/core/read-json.ts';
import type { Storage } from '../../src/core/storage.ts';
import { UsageError } from '../../src/usage-error.ts';
import { describeRepository, findCommit } from '../source/git-checkout.ts';
import { toShortId, toWordList } from './figures.ts';
import type { Config } from './settings.ts';

/** What the content is compared with. `name` is as it was given. */
export type Against =
  | { kind: 'release'; name: string | null; release: string }
  | { kind: 'commit'; name: string; commit: string }
  | { kind: 'nothing'; name: null };

/** Releases that a message names. */
const maxReleases = 5;

/**
 * Finds a kept release by its id or the start of it, else a commit by what git calls it; the current release by
 * default. `storage` reads the release folder. Throws `UsageError` that says what there is.
 */
export async function findAgainst(
  against: string | undefined,
  storage: Storage,
  { content, out }: Pick<Config, 'content' | 'out'>,
): Promise<Against> {
  const current = await readCurrentId(storage);
  if (against === undefined) {
    return current === null ? { kind: 'nothing', name: null } : { kind: 'release', name: null, release: current };
  }
  const kept = await readKept(storage, current);
  const found = /^[0-9a-f]{4,32}$/.test(against) ? kept.filter((id) => id.startsWith(against)) : [];
  const [release, ...others] = found;
  if (others.length > 0) {
    throw new UsageError(
      `--against: found ${against}. ${found.length} kept releases of ${out} begin with it: ${toIds(found)}. ` +
        'Expected the start of only one id. Write more characters of it.',
    );
  }
  if (release !== undefined) return { kind: 'release', name: against, release };
  const commit = await findCommit(content.root, content.folders, against);
  if (commit !== null) return { kind: 'commit', name: against, commit };
  throw new UsageError(await toUnknown(against, kept, content, out));
}

async function readCurrentId(storage: Storage): Promise<string | null> {
  return (await storage.read(pointerPath)) === null ? null : (await readJson(storage, pointerPath, Pointer)).release;
}

/** Ids of kept releases, newest first, each once. */
async function readKept(storage: Storage, current: string | null): Promise<string[]> {
  const isThere = (await storage.read(ledgerPath)) !== null;
  const ledger = isThere ? (await readLedger(storage)).releases : [];
  // Entries behind the current one never became current.
  const last = ledger.findLastIndex(({ release }) => release === current);
  const known = ledger.slice(0, last + 1).map(({ release }) => release);
  return [...new Set([...(current === null ? [] : [current]), ...known.toReversed()])];
}

async function toUnknown(
  against: string,
  kept: readonly string[],
  content: Config['content'],
  out: string,
): Promise<string> {
  const repository = await describeRepository(content.root, content.folders);
  const releases = kept.length === 0 ? `${out} has no release yet` : `the releases ${toIds(kept)} in ${out}`;
  const branches = repository?.branches.length ? `the branches ${repository.branches.join(', ')}` : 'git has no branch';
  return [
    `--against: found ${against}, which is neither a kept release nor a branch, tag or commit of git.`,
    `Expected one of these: ${releases}; ${repository === null ? `${content.root} is not in a git repository` : branches}.`,
    repository?.isShallow
      ? 'This clone is shallow, so it lacks most commits. Fetch the one you mean with git fetch origin, or all with ' +
        'git fetch --unshallow; in GitHub Actions, give actions/checkout fetch-depth: 0.'
      : 'galley releases lists releases, and git branch --all lists branches. git fetch gets branches of others.',
  ].join(' ');
}

function toIds(releases: readonly string[]): string {
  return toWordList(releases.map(toShortId), maxReleases);
}
