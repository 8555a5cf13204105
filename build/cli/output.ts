import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { inspect } from 'node:util';
import yoctoSpinner from 'yocto-spinner';
import { toPrintableJson, toPrintableLines } from '../problems/printable.ts';

/** What is written to: a terminal, or any other stream. */
export type Stream = Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns' | 'hasColors'>>;

/**
 * Where a command prints: its results on standard output, all else on standard error. What a terminal would obey
 * instead of print, but for the colours of problems, is replaced or, in JSON, escaped: names, texts and responses of
 * others hold anything.
 */
export interface Output {
  stdout: Stream;
  stderr: Stream;
  /** Prints lines on standard output. */
  print(text: string): void;
  /** Prints a value as JSON on standard output, in one line where `indent` is 0; 2 by default. */
  printJson(value: unknown, indent?: number): void;
  /** Prints lines on standard error; of what is no text, all that a developer needs. */
  printError(found: unknown): void;
}

/** Prints as `console` does, so that a stream which was closed early ends no command. */
export function toOutput(stdout: Stream, stderr: Stream): Output {
  const { log, error } = new Console({ stdout, stderr });
  return {
    stdout,
    stderr,
    print: (text) => log(toPrintableLines(text, stdout)),
    printJson: (value, indent) => log(toPrintableJson(value, indent)),
    printError: (found) => error(toPrintableLines(typeof found === 'string' ? found : inspect(found), stderr)),
  };
}

/** 0 done, 1 problems in the content, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

/** What each command is given. */
export interface CommandRun extends Output {
  /** Says how it ended. */
  end(code: ExitCode): void;
}

/** Least time between two updates, in milliseconds. */
const interval = 50;

/** Shows the progress of a build on one line of a terminal; null where there is no terminal. */
export function showProgress(
  stream: Stream,
): { update(stage: string, done: number, total: number): void; end(): void } | null {
  // A dumb terminal cannot overwrite a line.
  if (!stream.isTTY || process.env.TERM === 'dumb' || 'CI' in process.env) return null;
  const spinner = yoctoSpinner({ stream }).start();
  let shown = 0;
  return {
    update(stage, done, total) {
      // Setting the text of a stopped spinner would draw it again.
      if (!spinner.isSpinning) return;
      const now = performance.now();
      if (now - shown < interval && done < total) return;
      shown = now;
      spinner.text = `${stage} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    },
    end: () => void spinner.stop(),
  };
}
