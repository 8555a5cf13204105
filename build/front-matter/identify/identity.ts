import type { Position } from '../../problems/problem.ts';
import { topOfFile } from '../../problems/report-problem.ts';
import { parseDate } from '../dates/parse-date.ts';
import { deriveRegardless } from '../fields/derive-fields.ts';
import { isDraft } from '../fields/find-hidden.ts';
import { findValues } from '../fields/find-values.ts';
import { readLanguage } from '../fields/language.ts';
import { pathDate, pathName, plainPath } from '../fields/path-name.ts';
import { addressDate } from '../fields/read-dates.ts';
import { readFormerAddresses } from '../fields/read-fields.ts';
import { readPermalink, readSlug, slugFromPath } from '../fields/read-slug.ts';
import type { ContentOptions } from '../options.ts';
import type { Syntax } from '../parse/fence.ts';
import type { ArticleFields, ParsedFile } from '../parsed-file.ts';

/** What an article may share with others by mistake. */
export interface Identity {
  /** As written; null where it is made from the slug. */
  id: number | null;
  slug: string;
  /** Whether an author wrote the slug. */
  isSlugWritten: boolean;
  /** The end of an address, or the name of the file, that cannot be a slug; null where the slug was not changed. */
  unfitSlug: string | null;
  /** Former slugs. */
  aliases: readonly string[];
  /** The date in an address of the front matter, as `2016-07-25`. */
  addressDate: string | null;
  /** The whole address that front matter gives, without slashes around it and an ending. */
  permalink?: string;
  /** Former ones, likewise. */
  formerAddresses?: readonly string[];
  /** As `de` or `pt-br`; null where neither front matter nor path says it. */
  language: string | null;
  /**
   * Of two articles that clash, the older one keeps its names. In seconds; null where unknown, which counts as the
   * newest.
   */
  publishAt: number | null;
  /** Present in a release of drafts, where its author hides it until it is done: what is published has its names first. */
  isDraft?: true;
  /** How the front matter is written; null without one. */
  syntax: Syntax | null;
  /** Where they are written. */
  at: { id?: Position; slug?: Position; aliases?: Position };
}

/** What no other article has. */
export interface UniqueNames {
  id: number;
  slug: string;
  aliases: readonly string[];
  /**
   * Those of the aliases that only the last release has; absent where the file says all that readers know it by. Empty
   * where only its id is missing there.
   */
  unwritten?: readonly string[];
}

/** What readers know an article by that was moved, whether its file says so or not. */
export interface AdoptedNames {
  id: number;
  /** Former slugs. */
  aliases: readonly string[];
}

/** A file that is to become an article. */
export interface Candidate {
  /** Relative to the content folder. */
  path: string;
  identity: Identity;
  /** What readers know it by. Where another wants these names, too, it keeps them, however new it is. */
  known?: { readonly id: number; readonly slug: string; readonly unwritten?: readonly string[] };
  /** Absent where it was not moved. */
  adopted?: AdoptedNames;
  /** Whether it stays as readers know it, since its file is invalid. */
  isHeld?: boolean;
}

/** The identity of a file by itself. */
export function toIdentity(
  parsed: ParsedFile,
  { id, slug, aliases, publish_at: publishAt }: ArticleFields,
  options: ContentOptions,
): Identity {
  const written = readSlug(parsed, options).value;
  const permalink = readPermalink(parsed, options);
  const formerAddresses = readFormerAddresses(parsed, options);
  const positionOf = (field: 'id' | 'aliases'): Position | undefined => {
    const value = findValues(parsed, field, options)[0]?.value;
    return value && { line: value.line, column: value.column };
  };
  const slugAt = written?.at === topOfFile ? undefined : written?.at;
  const at = { id: positionOf('id'), slug: slugAt, aliases: positionOf('aliases') };
  return {
    id,
    slug,
    aliases,
    isSlugWritten: written?.explicit ?? false,
    unfitSlug: written?.unfit ?? null,
    publishAt,
    addressDate: addressDate(parsed, options),
    language: readLanguage(parsed),
    syntax: parsed.syntax,
    at: Object.fromEntries(Object.entries(at).filter(([, position]) => position !== undefined)),
    ...(permalink !== null && { permalink }),
    ...(formerAddresses.length > 0 && { formerAddresses }),
    ...(options.drafts && isDraft(parsed, options) && { isDraft: true }),
  };
}

/**
 * The identity that an invalid file will probably have when it is fixed, so that no other article gets its names until
 * then. `start` are its first bytes, if it can be read; `parsed` is null where its front matter cannot be.
 */
export function invalidIdentity(
  path: string,
  start: Buffer | null,
  parsed: ParsedFile | null,
  options: ContentOptions,
): Identity {
  if (parsed !== null) {
    const { fields, isDated } = deriveRegardless(parsed, options, 0);
    const identity = toIdentity(parsed, fields, options);
    return isDated ? identity : { ...identity, publishAt: guessDate(start) };
  }
  const date = parseDate(pathDate(pathName(path)) ?? '', options.timeZone);
  return {
    id: null,
    slug: slugFromPath(plainPath(path, options)),
    aliases: [],
    isSlugWritten: false,
    unfitSlug: null,
    publishAt: 'seconds' in date ? date.seconds : guessDate(start),
    addressDate: null,
    language: readLanguage({ frontMatter: new Map(), path }),
    syntax: null,
    at: {},
  };
}

/** Bytes that may contain a date. */
const headerSize = 4096;

/** The first date that looks like one, such as 30 February. In seconds; null without one. */
function guessDate(start: Buffer | null): number | null {
  const text = start?.toString('latin1', 0, headerSize) ?? '';
  const [found, year, month, day] = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
  return found === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
}
