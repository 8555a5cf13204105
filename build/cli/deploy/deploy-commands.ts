import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { outFolder } from '../flags.ts';
import type { CommandRun } from '../output.ts';

const config = async (flags: object) => (await import('../config.ts')).readConfig({ ...flags });
/** Throws `InvalidArgumentError` for what is neither a platform nor an address. */
function toTarget(text: string): string {
  if (text === 'cloudflare' || /^https?:\/\//i.test(text)) return text;
  throw new InvalidArgumentError('Expected cloudflare, or an address such as https://articles.example.com.');
}

const platform = (): Argument => new Argument('<platform>', 'where to').choices(['cloudflare']);

/** Adds the commands for platforms that are deployed to. */
export function addDeployCommands(program: Command, run: CommandRun): Command {
  const deploy = program.command('deploy').description('look before deploying: configuration, release and keys');

  deploy
    .command('check')
    .description(
      'cloudflare: refuse what would serve articles without a key, or fail, once it is deployed; nothing is sent. ' +
        'An address: ask it, without a key, for what nobody may have so',
    )
    .addArgument(new Argument('<target>', 'cloudflare, or the address of a server').argParser(toTarget))
    .option('--config <file>', 'configuration of wrangler (default: wrangler.json, .jsonc or .toml)')
    .addOption(
      new Option('--plan <plan>', 'of the account: how many files it takes').choices(['free', 'paid']).default('free'),
    )
    .addOption(outFolder())
    .option('--json', 'print as JSON')
    .action(async (target, { config: file = null, plan, json, ...flags }) => {
      if (target !== 'cloudflare') {
        const { runCheckAddress } = await import('./check-address.ts');
        run.end(await runCheckAddress(await config(flags), target, { json: json === true }, run));
        return;
      }
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
