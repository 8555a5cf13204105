import { fstatSync, writeSync } from 'node:fs';
import type { Output, Stream } from './output.ts';

/** Lines of a log that ends no server. */
export interface LogLines {
  /** Writes a line, or drops it where there is no room for it, or no reader. Never throws. */
  write(line: string): void;
  /** How many were dropped. */
  dropped(): number;
}

/** Writes to standard output. Once there is room again, standard error says how many lines were dropped. */
export function droppingLines({ stdout, stderr }: Pick<Output, 'stdout' | 'stderr'>): LogLines {
  const fd = fileOf(stdout);
  let dropped = 0;
  let reported = 0;
  let isCut = false;
  return { write: fd === null ? writeToStream : (line) => writeToFile(fd, line), dropped: () => dropped };

  function writeToStream(line: string): void {
    stdout.write(`${line}\n`, (error) => (error ? drop() : report()));
  }

  /** By itself, since a stream does not say which lines found no room, and whether one was cut. */
  function writeToFile(fd: number, line: string): void {
    const bytes = Buffer.from(`${isCut ? '\n' : ''}${line}\n`);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      isCut = false;
      report();
    } catch {
      isCut ||= written > 0;
      drop();
    }
  }

  function drop(): void {
    dropped++;
  }

  function report(): void {
    if (dropped === reported) return;
    stderr.write(`The log lacks ${dropped - reported} lines, because standard output was too slow.\n`);
    reported = dropped;
  }
}

/** The descriptor of a stream that is a file or a device; null for a terminal, a pipe or none. */
function fileOf(stream: Stream & { fd?: number }): number | null {
  if (stream.fd === undefined || stream.isTTY) return null;
  const found = fstatSync(stream.fd);
  return found.isFile() || found.isCharacterDevice() ? stream.fd : null;
}
