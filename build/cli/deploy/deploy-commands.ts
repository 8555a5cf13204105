import { Argument, type Command, Option } from 'commander';
import { outFolder } from '../flags.ts';
import type { CommandRun } from '../output.ts';

const config = async (flags: object) => (await import('../config.ts')).readConfig({ ...flags });
const platform = (): Argument => new Argument('<platform>', 'where to').choices(['cloudflare']);

/** Adds the commands for platforms that are deployed to. */
export function addDeployCommands(program: Command, run: CommandRun): Command {
  const deploy = program.command('deploy').description('look before deploying: configuration, release and keys');

  deploy
    .command('check')
    .description('refuse what would serve articles without a key, or fail, once it is deployed; nothing is sent')
    .addArgument(platform())
    .option('--config <file>', 'configuration of wrangler (default: wrangler.json, .jsonc or .toml)')
    .addOption(
      new Option('--plan <plan>', 'of the account: how many files it takes').choices(['free', 'paid']).default('free'),
    )
    .addOption(outFolder())
    .option('--json', 'print as JSON')
    .action(async (_, { config: file = null, plan, json, ...flags }) => {
      const { runCheckCloudflare } = await import('./check-cloudflare.ts');
      run.end(await runCheckCloudflare(await config(flags), { config: file, plan, json: json === true }, run));
    });

  deploy
    .command('keys')
    .description(
      'print the digests of the keys as secrets: npx galley deploy keys cloudflare | npx wrangler secret bulk',
    )
    .addArgument(platform())
    .action(async () => run.end(await (await import('./print-keys.ts')).printKeys(await config({}), run)));
  return deploy;
}
