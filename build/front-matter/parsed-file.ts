import type { Position } from '../problems/problem.ts';
import type { GitDates } from '../source/git-dates.ts';
import type { Reading } from './options.ts';
import type { Syntax } from './parse/fence.ts';

/** A Markdown file that was found: the result of `discover`. */
export interface SourceFile {
  /** Relative to the content folder, with `/`, NFC. */
  path: string;
  /** Where it is on this machine. */
  file: string;
  /** Where git is asked for dates, those of the file; null for one that was never committed. */
  gitDates?: GitDates | null;
}

/** One value of front matter, and where it stands. */
export interface FrontMatterValue extends Position {
  /** Plain data: null, boolean, number, string, array, object. */
  value: unknown;
  /** The characters of a plain scalar as written (`010`, `2.0`, `1e3`); null for everything else. */
  source: string | null;
  /** Where its key stands. Absent in lists. */
  key?: Position;
  /** What is inside: of a mapping by key, of a list by index (`0`, `1`, …). Absent for everything else. */
  children?: ReadonlyMap<string, FrontMatterValue>;
}

/** A file split into front matter and body: the result of `parseFile`. */
export interface ParsedFile extends SourceFile {
  /** Top-level keys as written, in the order of the file. Empty without front matter. */
  frontMatter: ReadonlyMap<string, FrontMatterValue>;
  /** The Markdown after the front matter: LF line ends, no byte-order mark. */
  body: string;
  /** 1-based line of the file on which `body` starts. */
  bodyLine: number;
  /** How the front matter is written; null without one. */
  syntax: Syntax | null;
  /** How it is to be read, where that is not as `plainReading` has it. */
  reading?: Pick<Reading, 'frontMatter' | 'timeZone'>;
}

/** What front matter and path say of an article: the result of `deriveFields`. Body text is not needed for it. */
export interface ArticleFields {
  /** Null where the file gives none; `identify` fills it. */
  id: number | null;
  /** Null where only a body heading can tell; see `RenderedBody.heading`. */
  title: string | null;
  slug: string;
  excerpt: string | null;
  meta_title: string | null;
  meta_description: string | null;
  /** As written: absolute, root-relative or relative to the file. */
  header_image: FrontMatterValue | null;
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  publish_at: number;
  published_at: number | null;
  updated_at: number | null;
  /** Former slugs. */
  aliases: string[];
}

/** An article before its body is rendered. */
export interface Draft {
  source: ParsedFile;
  fields: ArticleFields;
}

/** A draft whose id and slug are settled: the result of `identify`. */
export interface IdentifiedDraft extends Draft {
  fields: ArticleFields & { id: number };
}

/** Half-open range of UTF-16 code units: start, end. */
export type Range = readonly [start: number, end: number];

/** An article body, ready: the result of `renderBody`. */
export interface RenderedBody {
  /** Safe HTML. */
  html: string;
  /** Markdown with its addresses resolved; rendering it gives `html`. */
  markdown: string;
  /** What to leave out of `html` for `exclude_h1`: ascending, disjoint, never inside a surrogate pair. */
  htmlCuts: Range[];
  /** The same for `markdown`. Rendering what is left gives what is left of `html`. */
  markdownCuts: Range[];
  /** Plain text of the first level-one heading, else null. */
  heading: string | null;
  /** Plain text before a `more` mark, else the first paragraph cut at a word; '' for an empty body. */
  excerpt: string;
}
