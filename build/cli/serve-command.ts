import { Option } from 'commander';
import { type CommandEntry, toCount } from './command-entry.ts';

/** `galley serve`, which the server without all other commands has too. */
export const serveCommand: CommandEntry = {
  name: 'serve',
  text: 'serve a release; it changes to a new one without a restart',
  options: [
    new Option('--from <address>', 'an object store instead of a folder: s3://BUCKET/PREFIX').conflicts('out'),
    new Option('--poll <seconds>', 'how often to ask a store for a new release (default: 1)').argParser(toCount),
    new Option(
      '--cache <mebibytes>',
      'memory of each process for files that were read (default: 24; from a store 128)',
    ).argParser(toCount),
    new Option(
      '--trust-proxy <network>',
      'a proxy, such as 10.0.0.0/8, whose X-Forwarded-For names clients in the log of --json; may be repeated',
    ).argParser((network: string, before: readonly string[] = []) => [...before, network]),
    new Option(
      '--drain <seconds>',
      'how long to go on after SIGTERM, with /healthz 503 and Connection: close, so that load balancers notice (default: 0)',
    ).argParser(toCount),
    new Option('--json', 'print each event and each response as a line of JSON'),
  ],
  run: async (config, flags, output) => (await import('./serve.ts')).runServe(config, flags, output),
};
