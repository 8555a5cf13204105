import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import { diskReader } from '../../../src/readers/disk.ts';

/** The names of an article. */
interface Names {
  id: number;
  slug: string;
}

/** The release that readers are served at the moment. */
export interface Published {
  articles: number;
  /** Whether it holds an article of that id or slug. */
  holds(names: Names): Promise<boolean>;
  close(): void;
}

/** The release that the pointer below `directory` names. Null where there is none, or none that can be read. */
export async function findPublished(directory: string): Promise<Published | null> {
  const reader = diskReader(directory);
  try {
    const { release: id } = await readJson(reader, pointerPath, Pointer);
    const release = await openRelease(id, reader);
    return { articles: release.total, holds: (names) => holds(release, names), close: reader.close };
  } catch {
    reader.close();
    return null;
  }
}

async function holds(release: Release, { id, slug }: Names): Promise<boolean> {
  try {
    return (await release.find(id)) !== null || (await release.find(slug)) !== null;
  } catch {
    // A part of the release is gone.
    return false;
  }
}
