import type { UniqueNames } from '../../front-matter/identify/identity.ts';
import type { ContentOptions } from '../../front-matter/options.ts';
import { decodeText } from '../../front-matter/parse/decode-text.ts';
import type { BodyProblem } from '../../markdown/walk/body-problems.ts';
import { capProblems } from '../../problems/cap-problems.ts';
import type { Problem } from '../../problems/problem.ts';
import { type EncodedArticle, encodeArticle } from '../../release/article/encode-article.ts';
import type { Addresses } from '../../release/article/resolve-address.ts';
import { toArticle } from '../../release/article/to-article.ts';
import { changedMeanwhile } from '../../source/read-real.ts';
import { readSource } from '../../source/read-source.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { type RecordRef, readRendering, writeRecord } from '../incremental/article-record.ts';
import type { ArticlesLog } from '../incremental/articles-log.ts';
import { type Dependency, moveDependency, recordDependencies } from '../incremental/dependencies.ts';
import type { BodyRecord, StoredArticle } from '../incremental/file-record.ts';
import type { KeptBodies, UnrenderedBody } from './kept-bodies.ts';
import { inFile, type ReadSetting, readUnrendered } from './read-file.ts';
import { renderSource, reuseRendering } from './render-source.ts';

/** A file to render. */
export interface CompileTask extends SourceFile {
  /** Hash of the content that was read in pass one. */
  hash: string;
  /** Null for an invalid file. */
  names: UniqueNames | null;
  /** With which others it was read in pass one. */
  readGroup?: ReadGroup | undefined;
}

/** Files that a thread read together: they have the same object. */
export interface ReadGroup {
  thread: number;
}

export interface CompileSetting extends ReadSetting {
  trustedHtml: boolean;
  addresses: Addresses;
  log: ArticlesLog;
  /** Articles in the log by the hash of the content that they were made of. */
  known: { get(hash: string): RecordRef | undefined };
}

/** A rendered body and, of an article, the bytes for the articles log; `ref` in the record counts from their start. */
export interface CompiledFile {
  body: BodyRecord | null;
  /** Whether it failed: `body` is null then. */
  problems: Problem[];
  bytes: Buffer | null;
}

/**
 * Pass two: renders the body of a file, which is in `bodies` or read again, and encodes its article. Throws
 * `UsageError` where the file is another than in pass one.
 */
export function compileFile(task: CompileTask, setting: CompileSetting, bodies: KeptBodies): CompiledFile {
  const { value, problems } = inFile(task.path, () => compileWhole(task, setting, bodies));
  return value ?? { body: null, problems, bytes: null };
}

function compileWhole(
  { hash, names, ...source }: CompileTask,
  setting: CompileSetting,
  bodies: KeptBodies,
): CompiledFile {
  const { path } = source;
  const { addresses, trustedHtml, dialects, log, known } = setting;
  const body = bodies.take(path, hash) ?? readUnrendered(source, hash, setting);
  const { fields, line: firstLine } = body;
  const text = body.text ?? readBodyText(source, body, setting.contentOptions);
  let recorded = recordDependencies(addresses);
  const ref = known.get(hash);
  const reused = ref === undefined ? null : reuseRendering(path, readRendering(log, ref), recorded.addresses);
  // What was asked in vain is asked again.
  if (reused === null) recorded = recordDependencies(addresses);
  const { value, problems: found } = reused ?? renderSource(path, text, recorded.addresses, { trustedHtml, dialects });
  const { rendering, fragments } = value;
  const inWholeFile = <T extends { line: number }>(at: T): T => ({ ...at, line: at.line + firstLine - 1 });
  const problems = found.map((problem: BodyProblem): Problem => ({ ...inWholeFile(problem), path }));
  const inBody = recorded.dependencies.length;
  const toDependencies = (): Dependency[] =>
    recorded.dependencies.map((each, i) => (i < inBody ? moveDependency(each, firstLine - 1) : each));
  const record = { fragments: fragments.map(inWholeFile), ownLinks: rendering.rendered.ownLinks, article: null };
  if (fields === null || names === null) {
    const invalid = { ...record, dependencies: toDependencies(), problems: capProblems(problems) };
    return { body: invalid, problems: [], bytes: null };
  }
  const made = toArticle(
    { path, fields, names },
    rendering.rendered,
    recorded.addresses,
    setting.contentOptions.fields,
  );
  const encoded = encodeArticle(made.value);
  const { bytes, ref: own } = writeRecord(encoded, rendering);
  const dependencies = toDependencies();
  const { unwritten } = names;
  const stored = { ...toStored(encoded, own), media: toMediaNames(dependencies) };
  const article = { path, ...stored, ...(unwritten && { unwritten }) };
  return {
    body: { ...record, dependencies, problems: capProblems([...problems, ...made.problems]), article },
    problems: [],
    bytes,
  };
}

function readBodyText(source: SourceFile, { hash, length }: UnrenderedBody, { maxFileSize }: ContentOptions): string {
  const { value } = readSource(source, maxFileSize);
  const decoded = value?.hash === hash ? decodeText(value.bytes) : null;
  if (!decoded || !('text' in decoded)) throw changedMeanwhile(source.file);
  return decoded.text.slice(decoded.text.length - length);
}

function toStored({ cuts, ...article }: EncodedArticle, ref: RecordRef): Omit<StoredArticle, 'path' | 'media'> {
  const { id, slug, aliases, terms, publishAt, hash, name, size, streamSize, streamSizeWithout } = article;
  return {
    id,
    slug,
    aliases,
    terms,
    publishAt,
    hash,
    name,
    size,
    streamSize,
    streamSizeWithout,
    cutCount: cuts.length / 2,
    ref,
  };
}

function toMediaNames(dependencies: readonly Dependency[]): string[] {
  const names = dependencies.map(([kind, , found]) => (kind === 'asset' && found !== null ? found : ''));
  return [...new Set(names)].filter((name) => name !== '').sort();
}
