import type { Command } from 'commander';
import { end } from './end.ts';
import { releaseFolder } from './flags.ts';

const config = async (flags: object) => (await import('./config.ts')).readConfig({ ...flags });

/** Adds the commands for kept releases. */
export function addReleaseCommands(program: Command): void {
  program
    .command('releases')
    .description('list the kept releases, the newest first')
    .addOption(releaseFolder())
    .option('--json', 'print as JSON')
    .action(async ({ json, ...flags }) => {
      const { runReleases } = await import('./releases.ts');
      end(await runReleases(await config(flags), { json: json === true }));
    });

  program
    .command('rollback')
    .description('make a kept release current again; a running server serves it within a second')
    .argument('[id]', 'of galley releases, or its beginning (default: the one before the current)')
    .addOption(releaseFolder())
    .option('--json', 'print as JSON')
    .action(async (id, { json, ...flags }) => {
      const { runRollback } = await import('./rollback.ts');
      end(await runRollback(await config(flags), id ?? null, { json: json === true }));
    });

  program
    .command('prune')
    .description('remove what no kept release needs (setting: keep)')
    .option('--now', 'keep only the current release, and what was current less than a minute ago')
    .addOption(releaseFolder())
    .option('--json', 'print as JSON')
    .action(async ({ json, now, ...flags }) => {
      const { runPrune } = await import('./prune.ts');
      end(await runPrune(await config(flags), { json: json === true, now: now === true }));
    });
}
