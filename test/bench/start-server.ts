import type { Child } from './child.ts';

/** A server in a process of its own. */
export interface RunningServer {
  name: string;
  /** Scheme, host and port. */
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Waits for the line with the address. */
export async function startServer(name: string, child: Child, seconds?: number): Promise<RunningServer> {
  const address = await child.untilPrinted(/listening on (http:\/\/\S+)/, seconds);
  return { name, address, pid: child.pid, stop: child.stop };
}
