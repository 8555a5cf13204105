import type { DeclaredField } from '../../build/front-matter/declared-fields.ts';
import type { EncodedArticle } from '../../build/release/article/encode-article.ts';
import { summarise } from '../../build/release/changes/compare-releases.ts';
import { findChanges, writeDelta } from '../../build/release/ledger/activate-release.ts';
import { toLedgerText, toPointerText } from '../../build/release/ledger/ledger-files.ts';
import { indexPath, pointerPath } from '../../src/core/format.ts';
import { type LedgerEntry, ledgerPath } from '../../src/core/ledger.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import type { Storage } from '../../src/core/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { toReleaseFiles } from './in-memory-release.ts';
import { site } from './release.ts';

/** Releases in memory, one after another, with their ledger. */
export interface PublishedReleases {
  files: Map<string, Buffer>;
  storage: Storage;
  ledger: LedgerEntry[];
  /** The current one; null before the first. */
  release: Release | null;
  /** Makes a release current at `now` (seconds); gives its id. */
  publish(articles: readonly EncodedArticle[], now: number): Promise<string>;
  /** Makes an earlier one current again. */
  rollBack(release: string, now: number): Promise<void>;
  /** Keeps the newest entries alone, as many as are said, and the files of their releases. */
  prune(entries: number): void;
}

export function publishedReleases(fields: readonly DeclaredField[] = []): PublishedReleases {
  const files = new Map<string, Buffer>();
  const pathsOf = new Map<string, string[]>();
  const storage = memoryStorage(files);
  const self: PublishedReleases = {
    files,
    storage,
    ledger: [],
    release: null,
    async publish(articles, now) {
      const made = [...toReleaseFiles(articles, site, undefined, fields)].filter(({ path }) => path !== pointerPath);
      for (const { path, bytes } of made) files.set(path, Buffer.from(bytes));
      const index = made.find(({ path }) => path.startsWith('index.'))?.path ?? '';
      const release = index.split('.')[1] ?? '';
      pathsOf.set(
        release,
        made.map(({ path }) => path),
      );
      await makeCurrent(release, articles.length, now);
      return release;
    },
    rollBack: (release, now) => makeCurrent(release, 0, now),
    prune(entries) {
      self.ledger = self.ledger.slice(-entries);
      const needed = new Set(self.ledger.flatMap(({ release }) => pathsOf.get(release) ?? []));
      for (const path of files.keys()) if (!/^(?:release|changes)/.test(path) && !needed.has(path)) files.delete(path);
      writeLedger();
    },
  };
  return self;

  async function makeCurrent(release: string, articles: number, since: number): Promise<void> {
    if (release === self.release?.id) return;
    const before = self.release && { id: self.release.id, storage };
    const ledger = { current: { release: before?.id ?? null, problem: null } as never, entries: self.ledger };
    const { changes, differing } = await findChanges(storage, ledger, release, since);
    const write = async (path: string, bytes: Uint8Array) => {
      files.set(path, Buffer.from(bytes));
      return null;
    };
    const delta = await writeDelta({ write }, differing, self.ledger);
    self.ledger = [...self.ledger, { release, since, articles, bytes: 0, delta, ...summarise(changes) }];
    writeLedger();
    files.set(pointerPath, Buffer.from(toPointerText(release)));
    if (!files.has(indexPath(release))) throw new Error(`${release} was pruned`);
    self.release = await openRelease(release, storage);
  }

  function writeLedger(): void {
    files.set(ledgerPath, Buffer.from(toLedgerText(self.ledger)));
  }
}
