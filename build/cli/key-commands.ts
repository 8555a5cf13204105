import type { Command } from 'commander';
import type { CommandRun } from './output.ts';

const config = async () => (await import('./config.ts')).readConfig({});
const keys = () => import('./key.ts');

/** Adds the commands for keys. */
export function addKeyCommands(program: Command, run: CommandRun): Command {
  const key = program.command('key').description('make, list and revoke keys; only their digests are stored');

  key
    .command('new')
    .description('make a key and print it, this once')
    .argument('<name>', 'what the log shows of it')
    .option('--expires <date>', 'YYYY-MM-DD, from whose start in UTC it is refused, or an RFC 3339 date-time')
    .option('--json', 'print as JSON')
    .action(async (name, { expires, json }) =>
      run.end(await (await keys()).makeKey(await config(), name, { expires, json }, run)),
    );

  key
    .command('list')
    .description('list the keys')
    .option('--json', 'print as JSON')
    .action(async ({ json }) => run.end(await (await keys()).listKeys(await config(), { json }, run)));

  key
    .command('revoke')
    .description('refuse a key from now on; a running server notices within a second')
    .argument('<name>', 'the name it was made with')
    .action(async (name) => run.end(await (await keys()).revokeKey(await config(), name, run)));
  return key;
}
