import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { detectDialects, withDialectFolders } from '../dialects/index.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { BuildOptions } from '../pipeline/options.ts';
import type { Problem } from '../problems/problem.ts';
import { createEvents } from './events.ts';
import { createFileList } from './file-list.ts';
import { guidePage } from './guide.ts';
import { html, type SafeHtml } from './html.ts';
import { localOnly } from './local-only.ts';
import { toPreviewPage } from './page.ts';
import { type PageQuery, readPageQuery, toPageAddress } from './page-query.ts';
import { problemPane } from './problem-items.ts';
import { devPath, findAsset, htmlPage, json, type PreviewReply, plainText, sendReply } from './reply.ts';
import { createShowFile, unshown } from './show-file.ts';

/** The pages for writing: they list all files, show each as readers would get it, and follow what is saved. */
export interface PreviewServer {
  /** Responds to requests for `/dev` and below; false for all others. */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /** Call after a build that finished. */
  update(files: BuiltFiles, problems: readonly Problem[]): void;
  /** Call after a build that did not finish. */
  fail(reason: string): void;
}

/** Milliseconds that a page waits for titles. With those that come later it is loaded again. */
const maxWait = 300;

const nothing = plainText(404, 'There is nothing at this address.\n');
const unchosen = 'Choose a file, or save one. This place shows it as readers would get it.';
const failed = 'This could not be shown. The terminal of galley dev shows the error.';
const gone = 'This file is not there any more. Save one, and this page shows it.';

/**
 * `editor` is the setting: an address with `{path}`. `onError` is called with what went wrong while a page was made.
 */
export function createPreviewServer({
  onError,
  ...options
}: BuildOptions & { editor: string; onError(error: unknown): void }): PreviewServer {
  const { content, trustedHtml } = options;
  const dialects = options.dialects ?? detectDialects(content);
  const contentOptions = withDialectFolders(options.contentOptions ?? defaultContentOptions, dialects, content);
  const list = createFileList({ trustedHtml, dialects, contentOptions });
  let files: BuiltFiles = { sources: [], records: [], older: [] };
  let problems: readonly Problem[] = [];
  let failure: string | null = null;
  let hasBuilt = false;
  /** The number of the last build. Those of a run are larger than those of the runs before it. */
  let build = Date.now();
  const events = createEvents({ version, next: (file, since) => list.next(file, Number.parseInt(since, 10) || 0) });
  const shown = { ...options, dialects, contentOptions, list, files: () => files };
  const { showFile, toJson, note, findImage } = createShowFile(shown);
  return { respond, update, fail };

  function update(found: BuiltFiles, reported: readonly Problem[]): void {
    [files, problems, failure, hasBuilt] = [found, reported, null, true];
    build++;
    list.receive(found, reported, build);
    events.send();
  }

  function fail(reason: string): void {
    failure = reason;
    build++;
    events.send();
  }

  /** The number of the build, and whether all titles are read. */
  function version(): string {
    return `${build} ${list.isRead()}`;
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
    else if (pathname === `${devPath}events` && !isHead) events.follow(response, searchParams);
    else {
      const origin = `http://${request.headers.host}`;
      void findOrFail(pathname, searchParams, origin).then((reply) => sendReply(response, reply, isHead));
    }
    return true;
  }

  async function findOrFail(...asked: Parameters<typeof find>): Promise<PreviewReply> {
    try {
      return (await find(...asked)) ?? nothing;
    } catch (error) {
      onError(error);
      return plainText(500, `${failed}\n`);
    }
  }

  /** Null where there is nothing at an address. */
  async function find(pathname: string, query: URLSearchParams, origin: string): Promise<PreviewReply | null> {
    if (pathname === '/dev') return plainText(308, '', { Location: devPath });
    if (!pathname.startsWith(devPath)) return null;
    const [name = '', ...rest] = pathname.slice(devPath.length).split('/');
    if (name === 'media' && rest.length > 0) return findImage(rest.join('/'));
    if (name === 'guide') return guidePage(rest.join('/'));
    if (rest.length > 0) return null;
    const place = readPageQuery(query);
    if (name === 'json') return jsonOf(place);
    return name === '' ? pageAt(place, origin) : findAsset(name);
  }

  function jsonOf({ file, excludeH1 }: PageQuery): PreviewReply {
    const found = list.get(file);
    if (found === null) return plainText(404, `${gone}\n`);
    const bytes = toJson(found, excludeH1);
    return bytes === null ? plainText(422, `${unshown}\n`) : json(bytes);
  }

  async function pageAt(place: PageQuery, origin: string): Promise<PreviewReply> {
    const file = list.placeOf(place.file);
    if (file !== place.file) return plainText(302, '', { Location: toPageAddress({ ...place, file }) });
    const reading = list.read().then(events.send);
    await Promise.race([reading, sleep(maxWait, undefined, { ref: false })]);
    const counts = countProblems(problems);
    const isHeld = options.invalid === 'fail' && counts.errors > 0;
    const { status, title, pane } = showOrFail();
    const page = {
      place,
      rows: list.rows(),
      version: version(),
      failure,
      hasBuilt,
      now: Date.now() / 1000,
      ...counts,
    };
    return htmlPage(status, toPreviewPage(page, title, pane), trustedHtml ? 'trusted' : 'page');

    function showOrFail(): ReturnType<typeof show> {
      try {
        return show();
      } catch (error) {
        onError(error);
        return notice(500, file, failed);
      }
    }

    function show(): { status: number; title: string; pane: SafeHtml } {
      const found = list.get(file);
      if (!hasBuilt) return notice(503, '', 'The first build is running.');
      if (place.view === 'problems')
        return { status: 200, title: 'Problems', pane: problemPane(problems, place, note) };
      if (file === '') return notice(200, '', unchosen);
      return found === null ? notice(404, file, gone) : showFile(found, place, origin, isHeld);
    }
  }
}

function countProblems(problems: readonly Problem[]): { errors: number; warnings: number } {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

function notice(status: number, title: string, words: string): { status: number; title: string; pane: SafeHtml } {
  return { status, title, pane: html`<p class="notice">${words}</p>` };
}
