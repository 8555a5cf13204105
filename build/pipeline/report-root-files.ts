import type { Position, Problem } from '../problems/problem.ts';
import { reportWarning } from '../problems/report-problem.ts';
import { neverCopied } from '../release/article/resolve-address.ts';
import { isSourcePath } from '../source/asset-paths.ts';
import { hasFile, outsideFolder } from '../source/media.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** Problems of addresses from the root of a website at which there is nothing that is copied. */
export function reportRootFiles(records: readonly FileRecord[], content: string): Problem[] {
  const files: RootFile[] = [];
  for (const { path, body } of records)
    for (const [kind, address, found, line, column = 1] of body?.dependencies ?? [])
      if (kind === 'asset' && found === '' && line !== undefined) files.push({ path, address, line, column });
  const sources = files.filter(({ address }) => isSourcePath(address) && hasFile(content, address));
  return [
    ...reportImages(
      files.filter(({ address }) => !isSourcePath(address)),
      content,
    ),
    ...sources.map(({ path, address, ...at }) => ({ ...neverCopied(address, at), path })),
  ];
}

interface RootFile extends Position {
  /** Of the article. */
  path: string;
  /** With its `/`. */
  address: string;
}

/** One problem for all images whose file is not in the content folder. */
function reportImages(images: readonly RootFile[], content: string): Problem[] {
  const outside = new Map(images.slice(0, maxSearched).map((image) => [image, findOutside(content, image)]));
  const first = images.find((image) => outside.get(image) != null) ?? images[0];
  if (first === undefined) return [];
  const others = images.filter((image) => image !== first);
  const places = others.slice(0, maxListed).map(({ path, line }) => `${path}:${line}`);
  const listed = [...places, ...(others.length > maxListed ? ['…'] : [])].join(', ');
  const problem = reportWarning('missing-root-image', first.path, first, {
    says: 'missingRootImage',
    address: first.address,
    more: others.length,
    places: listed,
    instead: null,
  });
  const target = outside.get(first);
  return [target == null ? problem : { ...problem, target }];
}

/** Places that are listed besides the first. */
const maxListed = 3;

/** Images that are searched for beside the content folder. */
const maxSearched = 20;

/** Where the image lies beside the content folder or above it, relative to that; null for nowhere. */
function findOutside(content: string, { address }: RootFile): string | null {
  const paths = ['..', '../..', '../../..'].flatMap((up) =>
    ['', '/static', '/public', '/assets', '/source', '/src'].map((folder) => `${up}${folder}${address}`),
  );
  return paths.find((path) => outsideFolder(content, path) !== null) ?? null;
}
