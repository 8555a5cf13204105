import { Option } from 'commander';
import { type CommandEntry, toCount } from './command-entry.ts';

/** `galley serve`, which the server without all other commands has too. */
export const serveCommand: CommandEntry = {
  name: 'serve',
  text: 'serve a release, and change to a new one without a restart',
  options: [
    new Option('--from <address>', 'an object store instead of a folder: s3://BUCKET/PREFIX').conflicts('out'),
    new Option(
      '--drafts',
      'serve the release of drafts, too, to keys of drafts: its folder and its store end in -drafts',
    ),
    new Option('--poll <seconds>', 'with --from: seconds between two polls (default: 1)').argParser(toCount),
    new Option(
      '--cache <mebibytes>',
      'memory of each process for files of the release (default: 24, or 128 with --from)',
    ).argParser(toCount),
    new Option(
      '--compressed <mebibytes>',
      'memory of each process for lists without bodies that were compressed (default: 64)',
    ).argParser(toCount),
    new Option(
      '--trust-proxy <network>',
      'with --json: the log names clients by the X-Forwarded-For of these proxies, such as 10.0.0.0/8; may be repeated',
    ).argParser((network: string, before: readonly string[] = []) => [...before, network]),
    new Option(
      '--drain <seconds>',
      'after SIGTERM: how long to go on serving, with /healthz 503, so that load balancers notice (default: 0)',
    ).argParser(toCount),
    new Option('--json', 'print a line of JSON for each event and each response'),
  ],
  run: async (config, flags, output) => (await import('./serve.ts')).runServe(config, flags, output),
};
