import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createNameFinder, detectDialects, withDialectFields } from '../dialects/index.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import { articleAddress, pagesOf } from '../pipeline/files/article-addresses.ts';
import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { BuildOptions } from '../pipeline/options.ts';
import type { Problem } from '../problems/problem.ts';
import { topOfFile } from '../problems/report-problem.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { findMedia } from '../source/media.ts';
import type { SourceFile } from '../source/source-file.ts';
import { toArticleDocument } from './article-document.ts';
import { readAsset } from './assets.ts';
import { decodeSegment } from './decode-segment.ts';
import { editorAddress } from './editor-address.ts';
import { createEvents } from './events.ts';
import { guideAddress, guidePage } from './guide-page.ts';
import { localOnly } from './local-only.ts';
import type { NotedProblem } from './problem-note.ts';
import type { ShownProblems } from './protocol.ts';
import { findPicture, readSource } from './read-content.ts';
import { type PreviewOptions, previewArticle, previewJson } from './render-preview.ts';
import { devPath, json, type PreviewReply, sendReply, text } from './reply.ts';
import { showProblems } from './show-problems.ts';

/** The page for writing: it lists all files, shows each as readers would get it, and follows what is saved. */
export interface PreviewServer {
  /** Answers requests for `/dev` and below; false for all others. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Call after a build that finished. */
  update(files: BuiltFiles, problems: readonly Problem[]): void;
  /** Call after a build that did not finish. */
  fail(reason: string): void;
}

/** `editor` is the setting: an address with `{path}`. `onError` is told what went wrong while something was shown. */
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
  const contentOptions = withDialectFields(options.contentOptions ?? defaultContentOptions, dialects);
  // The page fills in the path of a file.
  const edit = editorAddress(editor.replaceAll('{path}', '{path}/{file}'), content, topOfFile);
  const events = createEvents({ site, edit }, { trustedHtml, dialects, contentOptions });
  /** Paths of the pictures that articles have shown, by name. */
  const pictures = new Map<string, string>();
  let files: BuiltFiles = { sources: [], records: [] };
  let problems: readonly Problem[] = [];
  let hasBuilt = false;
  /** Made when first needed after a build. */
  let byPath: ReadonlyMap<string, { source: SourceFile; record: FileRecord }> | null = null;
  return { answer, update, fail: events.fail };

  function update(found: BuiltFiles, reported: readonly Problem[]): void {
    files = found;
    problems = reported;
    hasBuilt = true;
    byPath = null;
    events.update(found, reported);
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const target = request.url ?? '';
    if (!/^\/dev(?:[/?]|$)/.test(target)) return false;
    const isHead = request.method === 'HEAD';
    const { pathname, searchParams } = new URL(`http://localhost${target}`);
    const refused = localOnly(request);
    if (refused !== null) sendReply(response, text(403, refused), isHead);
    else if (!isHead && request.method !== 'GET')
      sendReply(response, text(405, 'GET or HEAD.\n', { Allow: 'GET, HEAD' }), false);
    else if (pathname === `${devPath}events` && !isHead) events.follow(response);
    else sendReply(response, findOrFail(pathname, searchParams, `http://${request.headers.host}`), isHead);
    return true;
  }

  function findOrFail(...asked: Parameters<typeof find>): PreviewReply {
    try {
      return find(...asked);
    } catch (error) {
      onError(error);
      return text(500, 'This could not be shown; what went wrong is printed where galley dev runs.\n');
    }
  }

  function find(pathname: string, query: URLSearchParams, origin: string): PreviewReply {
    if (pathname === '/dev') return text(308, '', { Location: devPath });
    const nothing = text(404, 'There is nothing at this address.\n');
    if (!pathname.startsWith(devPath)) return nothing;
    const name = pathname.slice(devPath.length);
    const asset = readAsset(name === '' ? 'index.html' : name);
    if (asset !== null) return asset;
    if (name.startsWith('media/')) return picture(decodeSegment(name.slice('media/'.length)));
    if (name.startsWith('guide/')) return guidePage(name.slice('guide/'.length)) ?? nothing;
    if (name === 'problems') {
      const { problems: list, total } = showProblems(problems, query.get('file'), (path) => at(path)?.source ?? null);
      const noted = list.map((problem) => ({ ...problem, ...note(problem), guide: guideAddress(problem.code) }));
      return json(JSON.stringify({ total, problems: noted } satisfies ShownProblems));
    }
    if (name !== 'json' && name !== 'article') return nothing;
    return show(name, query.get('file') ?? '', /^(?:1|true)$/i.test(query.get('exclude_h1') ?? ''), origin);
  }

  function show(name: 'json' | 'article', path: string, excludeH1: boolean, origin: string): PreviewReply {
    if (!hasBuilt) return text(503, 'The first build is under way.\n', { 'Retry-After': '1' });
    const found = at(path);
    const bytes = found && readSource(found.source);
    if (found === null || bytes === null) return text(404, 'This file is not there any more.\n');
    const { source, record } = found;
    const unreadable = text(422, 'This file cannot be shown before its problems are fixed; the key p shows them.\n');
    const names = record.kind === 'article' ? record.names : null;
    if (name === 'json') {
      const article = previewJson(source, bytes, names, excludeH1, previewOptions());
      return article === null ? unreadable : json(article);
    }
    const noted = problems.filter((problem) => problem.path === path).map(note);
    const given = { names, excludeH1, problems: noted };
    const shown = previewArticle(source, bytes, given, { ...previewOptions(), addresses: addressesHere(origin) });
    return shown === null ? unreadable : toArticleDocument(shown, origin);
  }

  /** A problem with the address that opens it in the editor. */
  function note(problem: Problem): NotedProblem {
    return { ...problem, editor: editorAddress(editor, join(content, problem.path), problem) };
  }

  /** The file at a path, if a build found it; no other file is ever read. */
  function at(path: string): { source: SourceFile; record: FileRecord } | null {
    byPath ??= new Map(
      files.records.flatMap((record, i) => {
        const source = files.sources[i];
        return source === undefined ? [] : [[record.path, { source, record }]];
      }),
    );
    return byPath.get(path) ?? null;
  }

  function previewOptions(): PreviewOptions {
    return { addresses: addresses(), trustedHtml, dialects, contentOptions, now: Math.floor(Date.now() / 1000) };
  }

  /** The addresses that readers of the API get. */
  function addresses(): Addresses {
    return { ...named(), site, media: media(), articles: { get: (path) => address(at(path)) } };
  }

  function address(found: { record: FileRecord } | null): string | null | undefined {
    return found === null ? undefined : articleAddress(found.record, { site, articleUrl });
  }

  /** Addresses of the same articles and pictures in this page. */
  function addressesHere(origin: string): Addresses {
    const found = media();
    return {
      ...named(),
      site: `${origin}${devPath.slice(0, -1)}`,
      media: {
        find(path) {
          const medium = found.find(path);
          if (medium !== null) pictures.set(medium.name, path);
          return medium;
        },
      },
      articles: {
        get: (path) => at(path) && `${origin}${devPath}#file=${encodeURIComponent(path)}`,
      },
    };
  }

  function named(): Pick<Addresses, 'findNamed'> {
    const pages = files.records.map((record) => [record.path, articleAddress(record, { site, articleUrl })] as const);
    return { findNamed: createNameFinder(dialects, content, contentOptions.folders, () => pagesOf(pages)) };
  }

  /** Reads the disk only when a picture is looked up. */
  function media(): Pick<ReturnType<typeof findMedia>, 'find'> {
    let found: ReturnType<typeof findMedia> | null = null;
    return {
      find(path) {
        found ??= findMedia(content, contentOptions.folders);
        return found.find(path);
      },
    };
  }

  function picture(name: string): PreviewReply {
    const path = pictures.get(name);
    const found = path === undefined ? null : findPicture(media(), path, name);
    return found ?? text(404, 'There is no such picture.\n');
  }
}
