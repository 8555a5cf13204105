import type { Position } from '../problems/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Syntax } from './parse/fence.ts';

/** One value of front matter, and where it stands. */
export interface FrontMatterValue extends Position {
  /** Plain data: null, boolean, number, string, array, object. */
  value: unknown;
  /** The characters of a plain scalar as written (`010`, `2.0`, `1e3`); null for everything else. */
  source: string | null;
  /** Where its key stands. Absent in lists. */
  key?: Position;
  /** What is inside: of a mapping by key, of a list by index (`0`, `1`, …). Absent for other values. */
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
}

/** The fields of an article, from front matter and path: the result of `deriveFields`. Body text is not needed for it. */
export interface ArticleFields {
  /** Null where the file gives none; `identify` fills it. */
  id: number | null;
  /** Null where a heading of the body is the title: `RenderedBody.heading`. */
  title: string | null;
  slug: string;
  /** The path without numbers that only order files, if it has some. */
  plainPath?: string;
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
  details: FrontMatterDetails;
  /** The values of declared fields, as `readDeclared` gives them; absent where there are none. */
  declared?: readonly unknown[];
  /** The text for who does not see the header image; absent where there is none. */
  alt?: string;
  /** Of the authors, in their order; absent where nothing is known of any but the name. */
  authorDetails?: readonly WrittenAuthor[];
  /** Only of a release of drafts: why readers of the public one do not get it; null where they do. */
  hidden?: 'draft' | 'scheduled' | null;
}

/** An author who is written as a mapping. */
export interface WrittenAuthor {
  name: string;
  /** Full. */
  url: string | null;
  /** As written, as a header image. */
  avatar: FrontMatterValue | null;
}

/** Details of an article that front matter gives. */
export interface FrontMatterDetails {
  authors: string[];
  tags: string[];
  section: string | null;
  language: string | null;
}
