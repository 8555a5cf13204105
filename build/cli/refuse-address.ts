import { outOfFiles } from '../../src/adapters/node/out-of-files.ts';
import { UsageError } from '../../src/usage-error.ts';

/** Throws a `UsageError` that says why a server cannot listen there. `option` chooses the address; by default `--host` and `--port`. */
export function refuseAddress(
  error: NodeJS.ErrnoException,
  { host, port, option }: { host: string; port: number; option?: string },
): never {
  const byPort = option ?? '--port';
  const byHost = option ?? '--host';
  const noHost = `there is no such host. Choose another with ${byHost}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `something listens there already. Stop it, or choose another port with ${byPort} (0 picks one)`,
    EACCES: `this user may not. Choose a port above 1023 with ${byPort}`,
    EADDRNOTAVAIL: `this machine has no such address. Choose another with ${byHost}`,
    ENOTFOUND: noHost,
    // The same, where no name server answers.
    EAI_AGAIN: noHost,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  throw outOfFiles(error) ?? new UsageError(`Cannot listen on ${host} port ${port}: ${reason}.`);
}
