import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { toOutput } from '../../build/cli/output.ts';
import { packageFolder } from '../../build/package/package.ts';

export const root = packageFolder();
export const cli = join(root, 'dist', 'build', 'cli.js');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the sources of `galley` in this process, one command at a time; one that would serve must be refused. */
export async function galley(cwd: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  // Most tests that need this file run no command.
  const { run } = await import('../../build/cli/run.ts');
  const { allCommands } = await import('../../build/cli/commands.ts');
  const [stdout, stderr] = [collect(), collect()];
  const code = await run(args, allCommands, {
    cwd,
    env: { ...inherited(), ...env },
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  return { code, out: stdout.text(), err: stderr.text() };
}

function collect(): { stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

/** Runs the compiled `galley` to its end, as a process of its own. */
export async function galleyProcess(cwd: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const { text, ended } = start(cwd, args, env);
  return { code: await ended, ...text };
}

/** The environment of the tests, without what would change what a command does. */
function inherited(): NodeJS.ProcessEnv {
  const { GALLEY_KEYS: _, FORCE_COLOR: __, ...others } = process.env;
  return others;
}

const nowhere = new Writable({ write: (_, __, done) => done() });

/** For a command that is called by itself: what it prints is lost. */
export const silent = toOutput(nowhere, nowhere);

export interface Running {
  child: ChildProcess;
  /** What was printed so far. */
  text: { out: string; err: string };
  /**
   * Resolves with the match once standard output holds it, and `text` all that was printed before; rejects where the command
   * ends before.
   */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<number | null>;
}

/** Starts `galley` and leaves it running, by default until the test is over. */
export function start(
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Running {
  if (!process.env.GALLEY_COMPILED) throw new Error('This test runs the command: list its file in vitest.config.ts.');
  const serves = ['serve', 'start', 'dev'].includes(args[0] ?? '');
  const often = serves ? { NODE_OPTIONS: `--require ${lookOften}` } : {};
  return startProgram(process.execPath, [cli, ...args], cwd, { ...often, ...env }, atEnd);
}

const lookOften = JSON.stringify(join(root, 'test', 'support', 'look-often.cjs'));

/** The same with another program. */
export function startProgram(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Running {
  const child = spawn(command, args, { cwd, env: { ...inherited(), ...env } });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const exited = new Promise((resolve) => child.on('exit', resolve));
  atEnd(async () => {
    // Its folder is removed next.
    if (child.kill('SIGKILL')) await exited;
  });
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      let isFound = false;
      const look = (): void => {
        const match = pattern.exec(text.out);
        if (match === null || isFound) return;
        isFound = true;
        // What it printed before on standard error may be read after it: in this turn, or in the next.
        setImmediate(() => setImmediate(resolve, match));
      };
      child.stdout.on('data', look);
      look();
      void ended.then((code) => {
        if (!isFound) reject(new Error(`ended with ${code}: ${text.out}${text.err}`));
      });
    });
  return { child, text, until, ended };
}

/** Writes files below a folder, by path. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
