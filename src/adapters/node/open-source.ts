import type { Body } from '../../core/body.ts';
import { withoutName } from '../../core/file-errors.ts';
import { readLedger } from '../../core/ledger.ts';
import type { Release } from '../../core/release.ts';
import { type ReleaseEvents, releaseState } from '../../follow-release.ts';
import type { ServiceParts } from '../../service.ts';
import { blockCache } from '../../storage/block-cache.ts';
import { compressBodies } from '../../storage/compress-bodies.ts';
import { readWhole } from '../../storage/read-body.ts';
import { UsageError } from '../../usage-error.ts';
import { diskSource } from './disk/disk-source.ts';
import { sha256 } from './keys/new-key.ts';
import { nodeGzip } from './node-gzip.ts';
import type { NodeServerOptions } from './node-server.ts';
import type { FollowedRelease, FollowRelease, Source } from './source.ts';
import { watchRelease } from './watch-release.ts';

/** The release that the pointer of `source` names, checked by a timer. */
const followRelease = async (
  { release, followPointer }: Parameters<FollowRelease>[0],
  events: ReleaseEvents,
  isDrafts: boolean,
): ReturnType<FollowRelease> => {
  const { check: onChange, onError, onFixed, ...state } = releaseState(release, events, isDrafts);
  return { ...state, ...(await followPointer({ onChange, onError, onFixed })) };
};

/** A source whose release is followed. */
export interface OpenSource {
  release: FollowedRelease;
  /** Looks now for a new release, and whether damaged files are whole. */
  check(): Promise<void>;
  stop(): void;
  /** What a service is made of, beside its options. */
  parts: Omit<ServiceParts, 'keys' | 'compress' | 'read'>;
  /** When the last release was published, in seconds; −∞ where that is unknown. */
  published(): number;
}

interface OpenOptions extends Pick<NodeServerOptions, 'follow' | 'isWorker' | 'health'> {
  /** Whether it is followed as a release of drafts. */
  isDrafts?: boolean;
  onRelease(release: Release): void;
  onError(error: unknown): void;
}

/**
 * Opens what is served from a disk or an object store; `onError` is called with an error of one file at most once a
 * minute.
 */
export async function openSource(source: Source, options: OpenOptions): Promise<OpenSource> {
  const { isDrafts = false, isWorker = false, health = () => [] } = options;
  const follow: FollowRelease = options.follow ?? ((...asked) => followRelease(...asked, isDrafts));
  const damage = watchRelease(source, () => release.current(), options.onError, isWorker);
  let published = Number.NEGATIVE_INFINITY;
  const release = await follow(source, {
    activate: (found) => {
      options.onRelease(found);
      void readPublished();
    },
    // What is wrong with a newer release, `problem` says.
    onError: (error) => damage.report(error, false),
  });
  const onError = (error: unknown): void => damage.report(error);
  const { sharedLimiter } = isWorker ? await import('./workers/shared-limiter.ts') : {};
  const parts = {
    storage: source.folder,
    release: release.current,
    kept: source.kept ?? source.release,
    limiter: sharedLimiter?.(onError),
    health: () =>
      [release.problem(), clockProblem(), ...damage.reasons(), ...health()].filter((reason) => reason !== null),
    sha256,
    onError,
    ...(source.verifyAsset && { verify: source.verifyAsset }),
  };
  return { release, check, stop, parts, published: () => published };

  async function check(): Promise<void> {
    await release.check();
    await damage.check();
  }

  function stop(): void {
    release.stop();
    damage.stop();
  }

  /** By the newest time in the ledger, which is of the clock of the host that built, and may share the folder. */
  async function readPublished(): Promise<void> {
    const ledger = await readLedger(source.kept ?? source.release).catch(() => null);
    published = ledger?.releases.at(-1)?.since ?? published;
    const problem = clockProblem();
    if (problem !== null) options.onError(new UsageError(problem));
  }

  function clockProblem(): string | null {
    const seconds = published - Math.floor(Date.now() / 1000);
    return source.folder.clock === undefined && seconds > 2
      ? `The clock of this server is ${seconds} s behind that of the machine that published last.`
      : null;
  }
}

/** Bytes of memory for the few who read drafts. */
const draftsMemory = 8 * 1024 * 1024;

/** A release of drafts, of which nothing is said but errors, without names of files. Each process follows it itself. */
export async function openDrafts(given: string | Source, onError: (error: unknown) => void) {
  const source = typeof given === 'string' ? diskSource(given) : given;
  const { check, stop, parts } = await openSource(source, {
    isDrafts: true,
    onRelease: () => {},
    onError: (error) => onError(withoutName(error)),
  });
  const cache = blockCache(source.release, draftsMemory);
  const compress = compressBodies({ sourceOf: () => cache, gzip: nodeGzip, budget: draftsMemory });
  return { source, check, stop, parts: { ...parts, compress, read: (body: Body) => readWhole(body, cache) } };
}
