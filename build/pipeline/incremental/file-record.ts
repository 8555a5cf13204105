import type { RuleOfFile } from '../../dialects/hiding.ts';
import type { AdoptedNames, Identity, UniqueNames } from '../../front-matter/identify/identity.ts';
import type { BodyProblem } from '../../markdown/walk/body-problems.ts';
import type { Problem } from '../../problems/problem.ts';
import type { PlannedArticle } from '../../release/layout/plan-release.ts';
import type { RecordRef } from './article-record.ts';
import type { Dependency } from './dependencies.ts';

/** What a build knows of a Markdown file. It is small: articles are in the articles log. */
export interface FileRecord {
  path: string;
  /** Changes when the file does; '' where that cannot be relied on. See `stateOf`. */
  stamp: string;
  /** Of its bytes and its git dates; '' where it cannot be read. */
  hash: string;
  /** `invalid` has errors in its fields; `unread` is not even parsed; `none` is hidden or no article. */
  kind: 'article' | 'invalid' | 'unread' | 'none';
  /** Why it is no article. */
  reason: string | null;
  /** Which key or folder hides it; absent where none does. */
  rule?: string;
  /** The rules that hide its path; absent where none does. */
  hiddenBy?: readonly RuleOfFile[];
  /** Whether what it is depends on the time of the build. */
  isTimed: boolean;
  /** Present where a formula stands between `$$` in its body. */
  usesMath?: true;
  /** Those of its front matter. */
  problems: Problem[];
  /** Null where it is no article. Of an invalid or unread file, the one that it will most likely have. */
  identity: Identity | null;
  /** Whether a header that cannot be parsed hides it, as far as it can be read. */
  isHidden?: boolean;
  /** What `nameFiles` made of its identity. */
  names: UniqueNames | null;
  /** Null until its body is rendered. */
  body: BodyRecord | null;
}

/** What became of a body. */
export interface BodyRecord {
  problems: Problem[];
  /** Other files that it depends on. */
  dependencies: Dependency[];
  /** Its links into other articles. */
  fragments: FragmentLink[];
  /** How many links lead into the article itself. */
  ownLinks: number;
  /** Null for an invalid file. */
  article: StoredArticle | null;
}

/** A link to an anchor in another article. */
export interface FragmentLink {
  /** As written. */
  address: string;
  /** 1-based, in the file. */
  line: number;
  column: number;
  /** Path of the other article's file. */
  target: string;
  /** The hash of the article that it was checked against; '' before that. */
  checkedWith: string;
  problem: BodyProblem | null;
}

/** An article that is in the articles log. */
export type StoredArticle = PlannedArticle & { readonly ref: RecordRef };

/** The page of a section (`_index.md`, `_index.de.md`), which lists articles and is none. It is not read. */
export function isSection(path: string): boolean {
  return path.includes('_') && /(?:^|\/)_index(?:\.[a-z]{2,3}(?:[-_][a-z\d]+)*)?\.(?:md|markdown)$/i.test(path);
}

/** The record of a file that is not parsed, or is no article. */
export function toRecord(record: Pick<FileRecord, 'path' | 'kind'> & Partial<FileRecord>): FileRecord {
  const nothing = { stamp: '', hash: '', reason: null, isTimed: false, problems: [], identity: null };
  return { ...nothing, names: null, body: null, ...record };
}

/** The same with its article `offset` bytes further on in the log. */
export function moveArticle(body: BodyRecord, offset: number): BodyRecord {
  if (body.article === null) return body;
  const [at, ...rest] = body.article.ref;
  return { ...body, article: { ...body.article, ref: [at + offset, ...rest] } };
}

/** A file whose article was moved, now or earlier. */
export interface AdoptedFile extends AdoptedNames {
  path: string;
  /** The slug under which the last release has it; absent where that is its own. */
  from?: string;
}

/** A slug that the last release may have. */
export interface FormerSlug {
  slug: string;
  /** Of its file, relative to the content folder; null where that is unknown. */
  path: string | null;
}

/** An article that readers get in the last release, and that is none any more. */
export interface RemovedArticle extends FormerSlug {
  id: number;
  /** As in `UniqueNames`. */
  unwritten?: readonly string[];
  /** Paths of the files that may be it, of which none is more likely than another; absent where there are none. */
  candidates?: readonly string[];
}

export interface Moves {
  /** The last release when they were found; null where there was none. */
  release: string | null;
  /** Those that builds since the last release had, and the last of them has no more. */
  lost: readonly FormerSlug[];
  /** Articles of the last release whose files do not say all that readers know them by, with what they do not say. */
  unwritten: readonly (AdoptedFile & { slug: string })[];
  /** In the order of their paths. */
  adopted: readonly AdoptedFile[];
  /** Those of the last release; none once there is another. */
  removed: readonly RemovedArticle[];
}
