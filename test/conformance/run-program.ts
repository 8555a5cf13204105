import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** What it printed, on both streams. */
  printed(): string;
  /** Ends it, if need be by force. */
  stop(): Promise<void>;
}

/** How a program is run. */
export interface ProgramOptions {
  cwd?: string;
  /** Beside the environment of this process, without its `GALLEY_KEYS`. */
  env?: Record<string, string>;
}

/** Milliseconds in which a server must be ready, and in which it must have ended after SIGTERM. */
const timeoutMs = { ready: 60_000, end: 5000 };

/**
 * Starts a server and waits until what it prints matches `ready`. Rejects with what it printed where it ends before, or
 * is not ready in time; it is stopped then.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  ready: RegExp,
  { cwd, env }: ProgramOptions = {},
): Promise<Program & { match: RegExpExecArray }> {
  const { GALLEY_KEYS: _, FORCE_COLOR: __, ...inherited } = process.env;
  // In a group of its own, so that what it started ends with it.
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...inherited, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  let text = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      text += error.message;
      resolve();
    });
  });
  const killAtExit = (): void => signal('SIGKILL');
  process.once('exit', killAtExit);
  try {
    const match = await new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`${command} ${why}:\n${text}`));
      const timer = setTimeout(() => fail('was not ready in time'), timeoutMs.ready);
      const look = (chunk: Buffer): void => {
        text += chunk;
        const found = ready.exec(text);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void ended.then(() => {
        clearTimeout(timer);
        fail('ended before it was ready');
      });
    });
    return { child, pid: child.pid ?? 0, match, printed: () => text, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  function signal(name: NodeJS.Signals): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  }

  async function stop(): Promise<void> {
    process.off('exit', killAtExit);
    if (child.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) {
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), timeoutMs.end);
      await once(child, 'close');
      clearTimeout(timer);
    }
    // What it started may outlive it.
    signal('SIGKILL');
    await ended;
  }
}
