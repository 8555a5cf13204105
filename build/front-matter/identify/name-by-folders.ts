import { posix } from 'node:path';
import { groupBy } from '../../package/group-by.ts';
import { isLanguage } from '../../source/is-language.ts';
import { isIndex } from '../fields/path-name.ts';
import { slugFromPath } from '../fields/read-slug.ts';
import type { Candidate } from './identity.ts';

/**
 * Where most articles have one file name, such as `item.md`, that is the name of a template: the folder gives the slug
 * of each that is alone in its folder, if the names of these folders differ.
 */
export function nameByFolders(candidates: readonly Candidate[]): Candidate[] {
  const byName = groupBy(candidates, ({ path }) => posix.basename(path));
  const [named] = [...byName.values()].filter(({ length }) => length > 2 && length * 2 > candidates.length);
  if (named?.[0] === undefined || isIndex(named[0].path)) return [...candidates];
  const byFolder = groupBy(candidates, ({ path }) => posix.dirname(path));
  const moved = new Set(named.filter(({ path }) => byFolder.get(posix.dirname(path))?.length === 1));
  const slugs = new Set(Array.from(moved, ({ path }) => posix.basename(posix.dirname(path))));
  if (slugs.size < moved.size) return [...candidates];
  return candidates.map((candidate) => (moved.has(candidate) ? nameByFolder(candidate) : candidate));
}

function nameByFolder(candidate: Candidate): Candidate {
  const { path, identity } = candidate;
  const folder = posix.dirname(path);
  const name = posix.basename(folder);
  const isMeant = identity.at.slug === undefined && identity.slug === slugFromPath(path);
  if (!isMeant || candidate.isHeld || folder === '.' || isLanguage(name) || /^\d+$/.test(name)) return candidate;
  return { ...candidate, identity: { ...identity, slug: slugFromPath(posix.join(folder, 'index.md')) } };
}
