import type { ServerResponse } from 'node:http';
import { readPackage } from '../package/package.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { Problem } from '../problems/problem.ts';
import { createFileList } from './file-list.ts';
import type { Begin, Update } from './protocol.ts';
import type { PreviewSetting } from './render-preview.ts';
import { beginEvents } from './reply.ts';

/** Milliseconds of reading titles at a time, so that a save does not wait for all of them. */
const turnMs = 8;

/** Bytes that may wait for a browser; one that is further behind is disconnected, and connects again. */
const maxWaiting = 32 * 1024 * 1024;

/** Sends the outcome of builds to all open pages. Does nothing while there is none. */
export function createEvents(fixed: Omit<Begin, 'version'>, setting: PreviewSetting) {
  const list = createFileList();
  const streams = new Set<ServerResponse>();
  let files: BuiltFiles = { sources: [], records: [], older: [] };
  let problems: readonly Problem[] = [];
  let build = 0;
  let failure: string | null = null;
  let isListed = false;
  let isReading = false;
  return { update, fail, follow };

  /** Call after a build that finished. */
  function update(found: BuiltFiles, reported: readonly Problem[]): void {
    files = found;
    problems = reported;
    build++;
    failure = null;
    isListed = false;
    send();
  }

  /** Call after a build that did not finish. */
  function fail(reason: string): void {
    failure = reason;
    send();
  }

  /** Sends a page everything, then every change, until it disconnects. */
  function follow(response: ServerResponse): void {
    beginEvents(response);
    // Sends pending changes to the others first: then this page is sent all rows.
    send();
    streams.add(response);
    response.once('close', () => streams.delete(response));
    listFiles();
    list.changes();
    write(response, toMessage({ rows: list.rows(), gone: [] }, { ...fixed, version: readPackage().version }));
  }

  function send(): void {
    if (streams.size === 0) return;
    listFiles();
    const message = toMessage(list.changes(), null);
    for (const stream of streams) write(stream, message);
  }

  function listFiles(): void {
    if (!isListed) list.receive(files, problems);
    isListed = true;
    if (!list.read(setting, turnMs) || isReading) return;
    isReading = true;
    setImmediate(() => {
      isReading = false;
      send();
    });
  }

  function toMessage(changes: Pick<Update, 'rows' | 'gone'>, begin: Update['begin']): string {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const counts = { errors, warnings: problems.length - errors };
    const message: Update = { begin, ...changes, build, ...counts, failure, saved: list.saved() };
    return `data: ${JSON.stringify(message)}\n\n`;
  }

  function write(stream: ServerResponse, message: string): void {
    if (stream.writableLength > maxWaiting) stream.destroy();
    else stream.write(message);
  }
}
