import type { ServerResponse } from 'node:http';
import type { Storage } from '../../core/storage.ts';
import type { ReleaseEvents, ReleaseState } from '../../follow-release.ts';
import type { AssetPart } from '../../public-files/read-asset.ts';
import type { BlockStorage } from '../../storage/block-cache.ts';
import type { FollowedState, StateEvents } from './follow-state.ts';

/** Where a server has its files from: a folder that `galley build` wrote, or an object store that `galley push` filled. */
export interface Source {
  /** What people call it. */
  name: string;
  /** Reads the release, below `api/v1`. */
  release: Storage & BlockStorage;
  /** Reads the ledger, what changed, and the pointer as it is at this moment; `release` does by default. */
  kept?: Storage;
  /** Reads what is open. */
  folder: Storage;
  /** Calls back now and after each change of the pointer. */
  followPointer(events: StateEvents): Promise<FollowedState>;
  /**
   * Rejects with `DamagedFile` where an asset is not what was written, and with `MissingFile`; `path` begins with
   * `media/`. Without it the server checks what it reads.
   */
  verifyAsset?(path: string): Promise<void>;
  /** Sends a part of an asset by `AssetFiles.serve`. Without it the server reads assets by `folder`. Rejects as `folder.read` does. */
  serveAsset?(part: AssetPart, response: ServerResponse): Promise<void>;
  /** Whether a file of the release is there. */
  isThere(path: string): Promise<boolean>;
  /** Has the next build read a file of the release, or an asset, since it is damaged. Rejects where that cannot be. */
  markDamaged?(path: string): Promise<void>;
  close(): void;
}

/** The release that is served. */
export interface FollowedRelease extends FollowedState, Pick<ReleaseState, 'current' | 'problem'> {}

/** Decides which release is served. */
export type FollowRelease = (
  source: Pick<Source, 'release' | 'followPointer'>,
  events: ReleaseEvents,
) => Promise<FollowedRelease>;
