import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { detectDialects, withDialectFolders, withFoundInBodies } from '../dialects/index.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { BuildOptions } from '../pipeline/options.ts';
import type { Problem } from '../problems/problem.ts';
import { topOfFile } from '../problems/report-problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { createAddresses, readOrNull } from './addresses.ts';
import { guideAddress, guidePage, type NotedProblem, showOlder, toArticleDocument } from './documents.ts';
import { createEvents } from './events.ts';
import { localOnly } from './local-only.ts';
import type { ShownProblems } from './protocol.ts';
import { type PreviewOptions, previewArticle, previewJson } from './render-preview.ts';
import { devPath, json, type PreviewReply, plainText, readPageAsset, sendReply } from './reply.ts';
import { editorAddress, showProblems } from './shown-problems.ts';

/** The page for writing: it lists all files, shows each as readers would get it, and follows what is saved. */
export interface PreviewServer {
  /** Responds to requests for `/dev` and below; false for all others. */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /** Call after a build that finished. `fresh`: the problems that the last save is about. */
  update(files: BuiltFiles, problems: readonly Problem[], fresh: readonly Problem[]): void;
  /** Call after a build that did not finish. */
  fail(reason: string): void;
}

type Found = { source: SourceFile; record: FileRecord } | null;

const nothing = plainText(404, 'There is nothing at this address.\n');

/** `editor` is the setting: an address with `{path}`. `onError` is called with what went wrong while something was shown. */
export function createPreviewServer({
  content,
  site,
  articleUrl,
  trustedHtml,
  editor,
  onError,
  ...options
}: BuildOptions & { editor: string; onError(error: unknown): void }): PreviewServer {
  const dialects = options.dialects ?? detectDialects(content);
  const contentOptions = withDialectFolders(options.contentOptions ?? defaultContentOptions, dialects, content);
  // The page fills in the path of a file.
  const edit = editorAddress(editor.replaceAll('{path}', '{path}/{file}'), content, topOfFile);
  const { folders } = contentOptions;
  const begin = { site, edit, stopsAtErrors: options.invalid === 'fail' };
  const events = createEvents(begin, { trustedHtml, dialects, contentOptions });
  let files: BuiltFiles = { sources: [], records: [], older: [] };
  let problems: readonly Problem[] = [];
  let fresh: ReadonlySet<Problem> = new Set();
  let hasBuilt = false;
  /** Made when first needed after a build. */
  let byPath: ReadonlyMap<string, Found> | null = null;
  const { addresses, addressesHere, findImage } = createAddresses({
    ...{ content, folders, site, articleUrl, dialects },
    records: () => files.records,
    isThere: (path) => at(path) !== null,
  });
  return { respond, update, fail: events.fail };

  function update(found: BuiltFiles, reported: readonly Problem[], saved: readonly Problem[]): void {
    files = found;
    problems = reported;
    fresh = new Set(saved);
    hasBuilt = true;
    byPath = null;
    events.update(found, reported);
  }

  function respond(request: IncomingMessage, response: ServerResponse): boolean {
    const target = request.url ?? '';
    if (!/^\/dev(?:[/?]|$)/.test(target)) return false;
    const isHead = request.method === 'HEAD';
    const { pathname, searchParams } = new URL(`http://localhost${target}`);
    const refused = localOnly(request);
    if (refused !== null) sendReply(response, plainText(403, refused), isHead);
    else if (!isHead && request.method !== 'GET')
      sendReply(response, plainText(405, 'This address supports only GET and HEAD.\n', { Allow: 'GET, HEAD' }), false);
    else if (pathname === `${devPath}events` && !isHead) events.follow(response);
    else sendReply(response, findOrFail(pathname, searchParams, `http://${request.headers.host}`), isHead);
    return true;
  }

  function findOrFail(...asked: Parameters<typeof find>): PreviewReply {
    try {
      return find(...asked) ?? nothing;
    } catch (error) {
      onError(error);
      return plainText(500, 'This could not be shown. The terminal of galley dev shows the error.\n');
    }
  }

  /** Null where there is nothing at an address. */
  function find(pathname: string, query: URLSearchParams, origin: string): PreviewReply | null {
    if (pathname === '/dev') return plainText(308, '', { Location: devPath });
    if (!pathname.startsWith(devPath)) return null;
    const [name = '', ...rest] = pathname.slice(devPath.length).split('/');
    if (name === 'media' && rest.length > 0) return findImage(rest.join('/'));
    if (name === 'guide') return guidePage(rest.join('/'));
    if (rest.length > 0) return null;
    if (name === 'problems') return json(JSON.stringify(toShown(query.get('file'))));
    if (name !== 'json' && name !== 'article') return readPageAsset(name === '' ? 'index.html' : name);
    return show(name, query.get('file') ?? '', /^(?:1|true)$/i.test(query.get('exclude_h1') ?? ''), origin);
  }

  function show(name: 'json' | 'article', path: string, excludeH1: boolean, origin: string): PreviewReply {
    if (!hasBuilt) return plainText(503, 'The first build is running.\n', { 'Retry-After': '1' });
    const found = at(path);
    const bytes = found && readOrNull(found.source.file);
    if (found === null || bytes === null) return plainText(404, 'This file does not exist any more.\n');
    const { source, record } = found;
    const names = record.kind === 'article' ? record.names : null;
    const asked = { names, excludeH1, problems: problems.filter((problem) => problem.path === path).map(note) };
    const setting: Omit<PreviewOptions, 'addresses'> = {
      ...{ trustedHtml, contentOptions, now: Math.floor(Date.now() / 1000) },
      dialects: withFoundInBodies(dialects, files.records),
    };
    const article =
      name === 'json' ? previewJson(source, bytes, names, excludeH1, { ...setting, addresses: addresses() }) : null;
    const shown =
      name === 'article'
        ? previewArticle(source, bytes, asked, { ...setting, addresses: addressesHere(origin) })
        : null;
    const older = files.older.find((each) => each.path === path)?.json ?? null;
    if (name === 'json' && (article ?? older) !== null) return json(article ?? older ?? '');
    const given = shown ?? (older && showOlder(older, asked.problems));
    if (name === 'article' && given !== null) return toArticleDocument(given, origin);
    return plainText(422, 'This file cannot be shown until its problems are fixed. The key p shows them.\n');
  }

  function toShown(file: string | null): ShownProblems {
    const { problems: list, total } = showProblems(problems, fresh, file, (path) => at(path)?.source ?? null);
    return { total, problems: list.map((each) => ({ ...each, ...note(each), guide: guideAddress(each.code) })) };
  }

  /** A problem with the address that opens it in the editor. */
  function note(problem: Problem): NotedProblem {
    return { ...problem, editor: editorAddress(editor, join(content, problem.path), problem) };
  }

  /** The file at a path, if a build found it; no other file is ever read. */
  function at(path: string): Found {
    byPath ??= new Map(
      files.records.flatMap((record, i) => {
        const source = files.sources[i];
        return source === undefined ? [] : [[record.path, { source, record }]];
      }),
    );
    return byPath.get(path) ?? null;
  }
}
