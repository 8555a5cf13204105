import type { Command } from 'commander';
import { all, alone, objectStore, outFolder } from './flags.ts';
import type { CommandRun } from './output.ts';

const config = async (flags: object) => (await import('./config.ts')).readConfig({ ...flags });

/** Adds the commands for kept releases. */
export function addReleaseCommands(program: Command, run: CommandRun): void {
  program
    .command('push')
    .description('publish the release in an object store; galley serve --from serves it there')
    .argument('<address>', 's3://BUCKET/PREFIX; region, endpoint and keys come from AWS_… variables')
    .addOption(outFolder())
    .option('--again', 'upload every file, also those that the store has: they may be damaged there')
    .addOption(alone())
    .addOption(all())
    .option('--json', 'print the summary as JSON')
    .action(async (address, { alone: isAlone, again: isAgain, all: isAll, json, ...flags }) => {
      const { runPush } = await import('./push.ts');
      const options = {
        isAlone: isAlone === true,
        isAgain: isAgain === true,
        isAll: isAll === true,
        json: json === true,
      };
      run.end(await runPush(await config(flags), address, options, run));
    });

  program
    .command('releases')
    .description('list the kept releases, the newest first')
    .addOption(outFolder())
    .addOption(objectStore())
    .option('--json', 'print as JSON')
    .action(async ({ store, json, ...flags }) => {
      const { runReleases } = await import('./releases.ts');
      run.end(await runReleases(await config(flags), { store, json: json === true }, run));
    });

  program
    .command('rollback')
    .description('make a kept release current again; a running server serves it within a second')
    .argument('[id]', 'of galley releases, or its beginning (default: the one before the current)')
    .addOption(outFolder())
    .addOption(objectStore())
    .addOption(alone())
    .option('--json', 'print as JSON')
    .action(async (id, { store, alone: isAlone, json, ...flags }) => {
      const { runRollback } = await import('./rollback.ts');
      run.end(await runRollback(await config(flags), id ?? null, { store, isAlone, json: json === true }, run));
    });

  program
    .command('prune')
    .description('remove what no kept release needs (setting: keep)')
    .option('--now', 'keep only the current release, and what was current less than a minute ago')
    .addOption(outFolder())
    .addOption(objectStore())
    .addOption(alone())
    .option('--json', 'print as JSON')
    .action(async ({ store, alone: isAlone, json, now, ...flags }) => {
      const { runPrune } = await import('./prune.ts');
      run.end(await runPrune(await config(flags), { store, isAlone, json: json === true, now: now === true }, run));
    });
}
