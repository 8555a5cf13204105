import type { ServerResponse } from 'node:http';
import { readPackage } from '../package/package.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { Problem } from '../problems/problem.ts';
import { createFileList } from './file-list.ts';
import type { Update } from './protocol.ts';
import type { GlanceSetting } from './render-preview.ts';
import { beginEvents } from './reply.ts';

/** Tells every page that is open what builds find; while there is none, nothing is done. */
export interface Updates {
  /** A build came to its end. */
  update(files: BuiltFiles, problems: readonly Problem[]): void;
  /** A build did not, and why. */
  fail(reason: string): void;
  /** Tells a page all there is, then what changes, for as long as it listens. */
  follow(response: ServerResponse): void;
}

/** How long titles are read before a save gets its turn, in milliseconds. */
const turn = 8;

/** Bytes that may wait for a browser; one that does not read them is to ask again. */
const mostWaiting = 32 * 1024 * 1024;

export function createUpdates(site: string, setting: GlanceSetting): Updates {
  const list = createFileList();
  const streams = new Set<ServerResponse>();
  let files: BuiltFiles = { sources: [], records: [] };
  let problems: readonly Problem[] = [];
  let build = 0;
  let failure: string | null = null;
  let isListed = false;
  let isReading = false;
  return { update, fail, follow };

  function update(found: BuiltFiles, told: readonly Problem[]): void {
    files = found;
    problems = told;
    build++;
    failure = null;
    isListed = false;
    tell();
  }

  function fail(reason: string): void {
    failure = reason;
    tell();
  }

  function follow(response: ServerResponse): void {
    beginEvents(response);
    // What others were not yet told is told before this one is told all.
    tell();
    streams.add(response);
    response.once('close', () => streams.delete(response));
    listFiles();
    list.changes();
    write(response, toMessage({ rows: list.rows(), gone: [] }, { site, version: readPackage().version }));
  }

  function tell(): void {
    if (streams.size === 0) return;
    listFiles();
    const message = toMessage(list.changes(), null);
    for (const stream of streams) write(stream, message);
  }

  function listFiles(): void {
    if (!isListed) list.take(files, problems);
    isListed = true;
    if (!list.read(setting, turn) || isReading) return;
    isReading = true;
    setImmediate(() => {
      isReading = false;
      tell();
    });
  }

  function toMessage(changes: Pick<Update, 'rows' | 'gone'>, begin: Update['begin']): string {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const told: Update = { begin, ...changes, build, errors, warnings: problems.length - errors, failure };
    return `data: ${JSON.stringify(told)}\n\n`;
  }

  function write(stream: ServerResponse, message: string): void {
    if (stream.writableLength > mostWaiting) stream.destroy();
    else stream.write(message);
  }
}
