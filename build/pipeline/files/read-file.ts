import { UsageError } from '../../../src/usage-error.ts';
import type { FoundDialects } from '../../dialects/dialect.ts';
import type { RuleOfFile } from '../../dialects/hiding.ts';
import { headerFinders } from '../../dialects/index.ts';
import { foldName } from '../../front-matter/field-names.ts';
import { deriveFields } from '../../front-matter/fields/derive-fields.ts';
import { findHidden } from '../../front-matter/fields/find-hidden.ts';
import { findValues } from '../../front-matter/fields/find-values.ts';
import { findUnparsedReason, isInTemplates } from '../../front-matter/fields/no-article.ts';
import { invalidIdentity, toIdentity } from '../../front-matter/identify/identity.ts';
import type { ContentOptions } from '../../front-matter/options.ts';
import { decodeText } from '../../front-matter/parse/decode-text.ts';
import { parseFile } from '../../front-matter/parse/parse-file.ts';
import type { FrontMatterValue, ParsedFile } from '../../front-matter/parsed-file.ts';
import { usesMath } from '../../markdown/parse/formulas.ts';
import { capProblems } from '../../problems/cap-problems.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { changedMeanwhile } from '../../source/read-real.ts';
import { readSource } from '../../source/read-source.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { DamagedStore } from '../incremental/articles-log.ts';
import { type FileRecord, toRecord } from '../incremental/file-record.ts';
import type { KeptBodies, UnrenderedBody } from './kept-bodies.ts';

/** A file to read. */
export interface ReadTask extends SourceFile {
  /** Hash of the content that is known already; null where none is. */
  knownHash: string | null;
  /** Rules of the program that hide it, unless its header has other values. */
  hiddenBy?: readonly RuleOfFile[];
}

export interface ReadSetting {
  /** Seconds since 1970-01-01T00:00:00Z: what an expiry date is compared with. */
  now: number;
  contentOptions: ContentOptions;
  dialects: FoundDialects;
}

/** Pass one: reads a file and its front matter, and keeps its body in `bodies`. Null where the content is the one that is known. */
export function readFile(task: ReadTask, setting: ReadSetting, bodies: KeptBodies): FileRecord | null {
  const { value, problems } = inFile(task.path, () => readWhole(task, setting));
  // It has no hash, so that the next build tries it again.
  if (problems.length > 0) return unread({ path: task.path, problems }, setting.contentOptions).record;
  if (value?.body) bodies.keep(task.path, value.body);
  return value?.record ?? null;
}

/** The body of a file whose content has that hash. Throws `ChangedMeanwhile` where it is another now. */
export function readUnrendered(source: SourceFile, hash: string, setting: ReadSetting): UnrenderedBody {
  const body = readWhole({ ...source, knownHash: null }, setting)?.body;
  if (body?.hash !== hash) throw changedMeanwhile(source.file);
  return body;
}

/** `body` is null where there is nothing to render. */
interface ReadWhole {
  record: FileRecord;
  body: UnrenderedBody | null;
}

function readWhole(
  { knownHash, hiddenBy = [], ...source }: ReadTask,
  { now, contentOptions, dialects }: ReadSetting,
): ReadWhole | null {
  const { path } = source;
  const read = readSource(source, contentOptions.maxFileSize);
  if (read.value === null) return unread({ path, problems: read.problems }, contentOptions);
  const { bytes, hash } = read.value;
  if (hash === knownHash) return null;
  const { value: parsed, problems, readable = new Map() } = parseFile(source, bytes, headerFinders(dialects));
  if (parsed === null) {
    const isOfHeader = problems.every(({ code }) => /^(?:front-matter-|duplicate-key|bad-date)/.test(code));
    const reason = isOfHeader ? whyNoArticle(source, bytes, contentOptions) : null;
    const whole: ParsedFile = { ...source, frontMatter: readable, body: '', bodyLine: 1, syntax: null };
    const isHidden = findHidden(whole, contentOptions, now).value !== null || findRule(whole, hiddenBy) !== undefined;
    const facts = { path, hash, ...(isHidden && { isHidden }) };
    if (reason === null) return unread({ ...facts, problems: capProblems(problems) }, contentOptions, bytes, whole);
    const warnings = problems.map((problem): Problem => ({ ...problem, severity: 'warning' }));
    const own = reason === 'no-date' ? capProblems(warnings) : [];
    return { record: toRecord({ ...facts, kind: 'none', reason, problems: own }), body: null };
  }
  const { value: outcome, problems: more } = deriveFields(parsed, contentOptions, now);
  const rule = outcome.kind === 'skipped' || outcome.kind === 'hidden' ? undefined : findRule(parsed, hiddenBy);
  if (rule !== undefined) {
    const why = { reason: 'generator', rule: rule.name };
    return { record: toRecord({ path, hash, kind: 'none', ...why }), body: null };
  }
  const isScheduled = outcome.kind === 'article' && outcome.fields.hidden === 'scheduled';
  const isTimed = isScheduled || findValues(parsed, 'expiry', contentOptions).length > 0;
  const facts = { path, hash, isTimed, problems: capProblems([...problems, ...more]) };
  if (outcome.kind === 'hidden' || outcome.kind === 'skipped') {
    const rule = outcome.kind === 'hidden' ? outcome.rule : outcome.reason === 'no-date' ? null : outcome.reason;
    const why = { reason: outcome.reason, ...(rule !== null && { rule }) };
    return { record: toRecord({ ...facts, kind: 'none', ...why }), body: null };
  }
  const fields = outcome.kind === 'article' ? outcome.fields : null;
  const identity =
    fields === null ? invalidIdentity(path, bytes, parsed, contentOptions) : toIdentity(parsed, fields, contentOptions);
  return {
    record: toRecord({
      ...facts,
      kind: outcome.kind,
      identity,
      ...(usesMath(parsed.body) && { usesMath: true }),
    }),
    body: { hash, fields, length: parsed.body.length, line: parsed.bodyLine, text: parsed.body },
  };
}

/** The rule of a program that hides a file, whose own values in the header count more. */
function findRule({ frontMatter }: ParsedFile, rules: readonly RuleOfFile[]): RuleOfFile | undefined {
  const keys = new Map(rules.length === 0 ? [] : Array.from(frontMatter, ([key, value]) => [foldName(key), value]));
  return rules.find(
    ({ unless = [], where }) =>
      !unless.some((key) => keys.has(foldName(key))) &&
      (where === undefined || hasWord(keys.get(foldName(where.key)), where.words)),
  );
}

/** Whether a text, or one of a list, has one of some words between commas; without words, whether there is a value. */
function hasWord(value: FrontMatterValue | undefined, words?: readonly string[]): boolean {
  const texts = [value?.value ?? ''].flat().filter((each) => each !== '');
  return words === undefined
    ? texts.length > 0
    : texts.some((text) => `${text}`.split(/[,;]/).some((word) => words.includes(word.trim().toLowerCase())));
}

/** Why a file whose header cannot be parsed is no article all the same; null where it may be one. */
function whyNoArticle(source: SourceFile, bytes: Buffer, options: ContentOptions): string | null {
  if (isInTemplates(source.path, options)) return 'template';
  const decoded = decodeText(bytes);
  return 'text' in decoded ? findUnparsedReason(source, decoded.text, options) : null;
}

function unread(
  record: Pick<FileRecord, 'path' | 'problems'> & Partial<FileRecord>,
  options: ContentOptions,
  bytes: Buffer | null = null,
  parsed: ParsedFile | null = null,
): ReadWhole {
  const identity = invalidIdentity(record.path, bytes, parsed, options);
  return { record: toRecord({ ...record, kind: 'unread', identity }), body: null };
}

/**
 * Runs `work` on one file: whatever it throws becomes a problem of that file. Thrown on are a damaged store, messages
 * to the operator, and errors of the system, which concern all files.
 */
export function inFile<T>(path: string, work: () => T): Result<T | null> {
  try {
    return { value: work(), problems: [] };
  } catch (error) {
    const isOfAll = error instanceof DamagedStore || error instanceof UsageError;
    if (isOfAll || !(error instanceof Error) || 'syscall' in error) throw error;
    return { value: null, problems: [failed(path, error)] };
  }
}

function failed(path: string, error: Error): Problem {
  return reportProblem('failed', path, topOfFile, {
    found: `text that Galley cannot process (${error.name}: ${error.message.split('\n')[0]})`,
    expected: 'text that Galley can process',
    fix: 'This is a bug in Galley: please report it. Until it is corrected, find the part that fails, and write it in another way.',
  });
}
