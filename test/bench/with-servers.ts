import { closeConnections } from './fetch-response.ts';
import type { RunningServer } from './start-server.ts';

/** Passes on a server that was started, and has it stopped at the end. */
export type Keep = (starting: Promise<RunningServer>) => Promise<RunningServer>;

/** Does what needs servers; all that were kept are stopped after it, however it ends. */
export async function withServers(work: (keep: Keep) => Promise<void>): Promise<void> {
  const servers: RunningServer[] = [];
  try {
    await work(async (starting) => {
      const server = await starting;
      servers.push(server);
      return server;
    });
  } finally {
    closeConnections();
    await Promise.all(servers.map((server) => server.stop()));
  }
}
