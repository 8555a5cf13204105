import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process of ours. */
export interface Child {
  pid: number;
  /** Resolves to what `pattern` finds in the output. Rejects where the process ends first, or after `seconds`. */
  untilPrinted(pattern: RegExp, seconds?: number): Promise<string>;
  /** Resolves to what was printed on standard output, once the process has ended. Rejects where it does not end with 0. */
  untilEnded(): Promise<string>;
  /** The same with its exit code, whatever that is, null for none; and with what was printed on standard error. */
  untilClosed(): Promise<{ code: number | null; output: string; errors: string }>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts a process that ends, at the latest, with this one. */
export function startChild(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Child {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  running.add(child);
  let output = '';
  let printed = '';
  let errors = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (stream === child.stdout) printed += text;
      else errors += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      running.delete(child);
      resolve(null);
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const fail = (what: string): Error => new Error(`${command} ${args.join(' ')} ${what}:\n${output.trim()}`);

  return {
    pid: child.pid ?? 0,
    async untilPrinted(pattern, seconds = 30) {
      const found = new Promise<string>((resolve) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match[1] ?? match[0]);
        };
        listeners.add(look);
        look();
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(fail(`is not ready after ${seconds} s`)), seconds * 1000);
      });
      const early = ended.then(() => Promise.reject(fail('has ended')));
      return Promise.race([found, early, late]).finally(() => clearTimeout(timer));
    },
    async untilEnded() {
      const code = await ended;
      if (code !== 0) throw fail(`has ended with ${code}`);
      return printed;
    },
    async untilClosed() {
      const code = await ended;
      return { code, output: printed, errors };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** For the end of this process, where nothing can be waited for. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGTERM');
}
