import { join } from 'node:path';
import type { Article } from '../../src/core/article.ts';
import { withFoundInBodies } from '../dialects/index.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { Problem } from '../problems/problem.ts';
import { topOfFile } from '../problems/report-problem.ts';
import { sourceLines } from '../source/source-excerpt.ts';
import { type PreviewContent, previewAddresses, readOrNull } from './addresses.ts';
import { articleHead, renderedView, type ShownArticle, showOlder, textView } from './article.ts';
import type { FileList, ListedFile } from './file-list.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageQuery } from './page-query.ts';
import { editorAddress, type NotedProblem, problemNote } from './problem-items.ts';
import { type PreviewOptions, type PreviewSetting, previewArticle, previewJson } from './render-preview.ts';
import { devPath } from './reply.ts';

interface ShowOptions extends PreviewSetting, Omit<PreviewContent, 'records' | 'isThere'> {
  /** The setting: an address with `{path}`. */
  editor: string;
  list: FileList;
  /** What the last build found. */
  files(): BuiltFiles;
}

/** What a page shows of a file. */
interface ShownFile {
  status: number;
  title: string;
  pane: SafeHtml;
}

/** Shows files as readers get them, or would. */
export function createShowFile({ editor, list, files, ...options }: ShowOptions) {
  const { content, site, trustedHtml, contentOptions } = options;
  const { addresses, addressesHere, findImage } = previewAddresses({
    ...options,
    records: () => files().records,
    isThere: (path) => list.get(path) !== null,
  });
  return { showFile, toJson, note, findImage };

  /** `isHeld`: whether errors keep what readers get as it was. */
  function showFile(found: ListedFile, place: PageQuery, origin: string, isHeld: boolean): ShownFile {
    const { row } = found;
    const shown = place.view === 'rendered' ? toShown(found, place, origin) : null;
    const bytes = place.view === 'rendered' ? null : toJson(found, place.excludeH1);
    const article: Article | null = shown?.article ?? (bytes && JSON.parse(bytes.toString()));
    const opened = editorAddress(editor, join(content, row.path), topOfFile);
    const head = articleHead({ place, row, article, site, editor: opened, isHeld, now: Date.now() / 1000 });
    const title = article?.title ?? row.title ?? row.path;
    if (article === null) {
      const notes = found.problems.length === 0 ? null : problemNote(note(found.problems), true);
      return { status: 422, title, pane: html`${head}<p class="notice">${unshown}</p><article>${notes}</article>` };
    }
    const view = shown === null ? textView(article, place) : renderedView(shown, `${origin}${devPath}`);
    return { status: 200, title, pane: html`${head}${view}` };
  }

  /** What the API gives for a file, or would give; null where it cannot be shown. */
  function toJson({ source, record }: ListedFile, excludeH1: boolean): Buffer | null {
    const bytes = source && readOrNull(source.file);
    if (!source || !bytes) return null;
    const names = record.kind === 'article' ? record.names : null;
    const shown = previewJson(source, bytes, names, excludeH1, { ...setting(), addresses: addresses() });
    return shown ?? olderOf(record.path);
  }

  function toShown({ source, record, problems }: ListedFile, place: PageQuery, origin: string): ShownArticle | null {
    const bytes = source && readOrNull(source.file);
    if (!source || !bytes) return null;
    const names = record.kind === 'article' ? record.names : null;
    const asked = { names, excludeH1: place.excludeH1, problems: note(problems) };
    const shown = previewArticle(source, bytes, asked, { ...setting(), addresses: addressesHere(origin, place) });
    const older = olderOf(record.path);
    return shown ?? (older && showOlder(older, asked.problems));
  }

  function setting(): Omit<PreviewOptions, 'addresses'> {
    const dialects = withFoundInBodies(options.dialects, files().records);
    return { trustedHtml, contentOptions, dialects, now: Math.floor(Date.now() / 1000) };
  }

  function olderOf(path: string): Buffer | null {
    return files().older.find((each) => each.path === path)?.json ?? null;
  }

  /** Problems with their lines, and the addresses that open them in the editor. */
  function note(problems: readonly Problem[]): NotedProblem[] {
    const lineOf = sourceLines({ root: content, folders: [...contentOptions.folders] });
    return problems.map((problem) => {
      const opened = editorAddress(editor, join(content, problem.path), problem);
      return { ...problem, source: lineOf(problem), editor: opened };
    });
  }
}

export const unshown = 'This file cannot be shown until its problems are fixed.';
