import { readFileSync, statSync } from 'node:fs';
import { hashId } from '../../src/core/hash.ts';
import { UsageError } from '../../src/usage-error.ts';
import { deriveFields } from '../front-matter/fields/derive-fields.ts';
import { findValues } from '../front-matter/fields/find-values.ts';
import type { Reading } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { ArticleFields, ParsedFile, SourceFile } from '../front-matter/parsed-file.ts';
import { capProblems } from '../problems/cap-problems.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import { encodeArticle } from '../release/article/encode-article.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { toArticle } from '../release/article/to-article.ts';
import { hashBytes } from '../source/hash-bytes.ts';
import { toIdentity } from './identities.ts';
import { type Place, readRendering, writeRecord } from './incremental/article-record.ts';
import { DamagedCache } from './incremental/damaged-store.ts';
import { recordLookups } from './incremental/dependencies.ts';
import type { Body, Entry, Settled } from './incremental/file-record.ts';
import { renderAlike, renderSource } from './render-source.ts';

/** What is asked of one file. */
export interface FileTask extends SourceFile {
  /** The hash of the content that is known already; null where none is. */
  hash: string | null;
  /** Null where nobody knows it yet: the file is set on the guess that no other article has its id or slug. */
  settled: Settled | null;
}

/** What all files are set with. */
export interface Setting {
  now: number;
  trustedHtml: boolean;
  reading: Reading;
  /** `articles` is null where nobody knows yet what became of the other files. */
  addresses: Omit<Addresses, 'articles'> & { articles: Addresses['articles'] | null };
  /** Descriptor of the pack. */
  pack: number;
  /** Records of bodies that were rendered in another file or at another time, by the hash of the content. */
  known: ReadonlyMap<string, Place>;
}

/** What a file says; its record, if any, follows in `bytes`. Null where the content is the one that is known. */
export type FileResult = { entry: Omit<Entry, 'state' | 'settled'>; bytes: Buffer | null } | null;

/**
 * Reads a file once and makes of it all that can be made: without the other files, its body stays out only where that
 * refers to them. Whatever it throws on the way is a problem of this file.
 */
export function setFile(task: FileTask, setting: Setting): FileResult {
  try {
    return setKnownFile(task, setting);
  } catch (error) {
    // Not problems of one file: the build goes on without a damaged cache, and system errors concern all files.
    if (
      error instanceof DamagedCache ||
      error instanceof UsageError ||
      !(error instanceof Error) ||
      'syscall' in error
    ) {
      throw error;
    }
    // No hash, so that the next build tries it again.
    const entry = { path: task.path, hash: '', reason: null, timed: false, identity: null, body: null };
    return { entry: { ...entry, kind: 'unread', problems: [failed(task.path, error)] }, bytes: null };
  }
}

function setKnownFile(task: FileTask, setting: Setting): FileResult {
  const { path, file, gitDates } = task;
  const entry = { path, hash: '', reason: null, timed: false, problems: [], identity: null, body: null };
  let bytes: Buffer;
  try {
    const { size } = statSync(file);
    if (size > setting.reading.maxFileSize) {
      const problem = tooLarge(path, size, setting.reading.maxFileSize);
      return { entry: { ...entry, kind: 'unread', problems: [problem] }, bytes: null };
    }
    bytes = readFileSync(file);
  } catch (error) {
    return { entry: { ...entry, kind: 'unread', problems: [unreadable(path, error)] }, bytes: null };
  }
  // What git says of a file is as much a part of it as what it holds.
  const hash = gitDates ? `${hashBytes(bytes)} ${gitDates.first} ${gitDates.last}` : hashBytes(bytes);
  if (hash === task.hash) return null;
  const source = { path, file, ...(gitDates !== undefined && { gitDates }) };
  const { value: plain, problems } = parseFile(source, bytes);
  const parsed = plain && { ...plain, reading: setting.reading };
  if (parsed === null)
    return { entry: { ...entry, hash, kind: 'unread', problems: capProblems(problems) }, bytes: null };
  const { value: outcome, problems: more } = deriveFields(parsed, setting.now);
  const facts = { ...entry, hash, timed: isTimed(parsed), problems: capProblems([...problems, ...more]) };
  if (outcome.kind === 'hidden' || outcome.kind === 'left-out') {
    return { entry: { ...facts, kind: 'none', reason: outcome.reason }, bytes: null };
  }
  const fields = outcome.kind === 'article' ? outcome.fields : null;
  const made = setBody(parsed, fields, hash, task.settled, setting);
  const identity = fields && toIdentity(parsed, fields);
  return {
    entry: { ...facts, kind: outcome.kind, identity, body: made?.body ?? null },
    bytes: made?.bytes ?? null,
  };
}

/** Null where it depends on articles that are not known yet. */
function setBody(
  parsed: ParsedFile,
  fields: ArticleFields | null,
  hash: string,
  settled: Settled | null,
  { addresses, trustedHtml, pack, known }: Setting,
): { body: Body; bytes: Buffer | null } | null {
  // Told before the body is rendered in vain; `Unsettled` tells of what this does not see.
  if (addresses.articles === null && /\.(?:md|markdown)\b/i.test(parsed.body)) return null;
  const recorded = recordLookups({ ...addresses, articles: addresses.articles ?? unsettled });
  try {
    const place = known.get(hash);
    const before = place === undefined ? null : readRendering(pack, place);
    const alike = before && renderAlike(parsed, before, recorded.addresses);
    const { rendering, problems } =
      before !== null && alike !== null
        ? { rendering: before, problems: alike }
        : renderSource(parsed, recorded.addresses, trustedHtml);
    const body = { problems, lookups: recorded.lookups, article: null };
    if (fields === null) return { body, bytes: null };
    const unique = settled ?? { ...fields, id: fields.id ?? hashId(fields.slug) };
    const draft = { source: parsed, fields: { ...fields, id: unique.id, slug: unique.slug } };
    const { value, problems: more } = toArticle(draft, rendering.rendered, recorded.addresses);
    const article = encodeArticle(value);
    const record = writeRecord(article, rendering);
    const { id, slug, publishAt, hash: own, name, size, deflatedSize, cuts } = article;
    const laid = {
      id,
      slug,
      aliases: unique.aliases,
      publishAt,
      hash: own,
      name,
      size,
      deflatedSize,
      cutCount: cuts.length / 2,
    };
    return {
      body: { ...body, problems: capProblems([...problems, ...more]), article: { ...laid, place: record.place } },
      bytes: record.bytes,
    };
  } catch (error) {
    if (error instanceof Unsettled) return null;
    throw error;
  }
}

class Unsettled extends Error {}

const unsettled: Addresses['articles'] = { get: refuse, version: refuse, anchors: refuse };

function refuse(): never {
  throw new Unsettled();
}

/** An expiry is held against the clock. */
function isTimed(parsed: ParsedFile): boolean {
  return findValues(parsed, 'expiry').length > 0;
}

function unreadable(path: string, error: unknown): ReturnType<typeof reportProblem> {
  return reportProblem('unreadable', path, topOfFile, {
    found: `a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
    expected: 'a file that the build may read',
    fix: 'Check its permissions.',
  });
}

function failed(path: string, error: Error): ReturnType<typeof reportProblem> {
  return reportProblem('failed', path, topOfFile, {
    found: `something on which the build fails (${error.name}: ${error.message.split('\n')[0]})`,
    expected: 'an article, or what the build can name as wrong',
    fix: 'Take parts out until the file builds, and write the part that fails in another way. Please report it: it is a mistake of Galley.',
  });
}

function tooLarge(path: string, size: number, most: number): ReturnType<typeof reportProblem> {
  return reportProblem('too-large', path, topOfFile, {
    found: `a file of ${megabytes(size)}`,
    expected: `at most ${megabytes(most)} of text`,
    fix: 'Take out what is no text, such as pictures in `data:` addresses, or set `maxFileSize` in galley.config.yaml.',
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e5 ? 6 : 1).replace(/\.?0+$/, '')} MB`;
}
