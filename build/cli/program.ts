import { Argument, Command, Option } from 'commander';
import { readPackage } from '../package/package.ts';
import { toPrintableLines } from '../problems/printable.ts';
import { type RecipeName, recipeNames, recipes } from '../recipes/recipes.ts';
import { addDeployCommands } from './deploy/deploy-commands.ts';
import { all, allowEmpty, contentFolder, keepGoing, splitFlags, toCount } from './flags.ts';
import { addKeyCommands } from './key-commands.ts';
import type { CommandRun, Stream } from './output.ts';
import { addReleaseCommands } from './release-commands.ts';

// Each command loads only what it needs: loading everything takes longer than a build after one change.
const config = async (flags: object) => (await import('./config.ts')).readConfig({ ...flags });

/** All commands. A run of them changes what this makes: make it anew for each. */
export function createProgram(run: CommandRun): Command {
  const program = new Command('galley')
    .description('A folder of Markdown becomes an article API.')
    .version(readPackage().version)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run galley --help for the commands.')
    .addHelpText(
      'afterAll',
      '\nSettings are read from galley.config.yaml in the working directory; options win over it.' +
        '\nExit codes: 0 done, 1 problems in the content, 2 wrong usage or configuration.',
    )
    .configureOutput({
      writeOut: (text) => run.stdout.write(toPrintableLines(text, run.stdout)),
      writeErr: (text) => run.stderr.write(toPrintableLines(text, run.stderr)),
      getOutHelpWidth: () => widthOf(run.stdout),
      getErrHelpWidth: () => widthOf(run.stderr),
      getOutHasColors: () => run.stdout.hasColors?.() === true,
      getErrHasColors: () => run.stderr.hasColors?.() === true,
    })
    .exitOverride();

  program
    .command('build')
    .description('build a release from a folder of Markdown')
    .addOption(contentFolder())
    .option('--out <dir>', 'where the release goes (default: public)')
    .option('--site <url>', 'scheme and host under which the API is reached')
    .addOption(keepGoing())
    .addOption(allowEmpty())
    .addOption(all())
    .option('--json', 'print problems and summary as JSON')
    .action(async ({ json, ...flags }) => {
      const { runBuild } = await import('./build.ts');
      const { settings, ...more } = splitFlags(flags);
      run.end(await runBuild(await config(settings), { ...more, json: json === true }, run));
    });

  program
    .command('check')
    .description('find every problem of the content; nothing is written')
    .addOption(contentFolder())
    .addOption(
      new Option('--format <format>', 'text, json, or github for annotations in a pull request')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--fix', 'write ids that clash, and former slugs of renamed articles, into their files')
    .option('--max-warnings <number>', 'end with 1 where there are more warnings', toCount)
    .addOption(keepGoing())
    .addOption(all())
    .action(async ({ format, fix, maxWarnings = Number.POSITIVE_INFINITY, ...flags }) => {
      const { runCheck } = await import('./check.ts');
      const { settings, isAll } = splitFlags(flags);
      run.end(await runCheck(await config(settings), { format, fix: fix === true, maxWarnings, isAll }, run));
    });

  program
    .command('diff')
    .description('what a publish would change for readers; nothing is published')
    .addOption(contentFolder())
    .option('--out <dir>', 'folder of the release (default: public)')
    .option(
      '--against <release|ref>',
      'a kept release, or a branch, tag or commit of git (default: the current release)',
    )
    .addOption(
      new Option('--format <format>', 'text, json, or markdown for a comment on a pull request')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .addOption(keepGoing())
    .option('--all', 'print every change, not only the first of each kind')
    .action(async ({ against, format, json, ...flags }) => {
      const { runDiff } = await import('./diff.ts');
      const { settings, isAll } = splitFlags(flags);
      run.end(await runDiff(await config(settings), { against, format: json === true ? 'json' : format, isAll }, run));
    });

  program
    .command('new')
    .description('begin a new article: a draft with its front matter filled in')
    .argument('<title>', 'its title, in quotation marks')
    .addOption(contentFolder())
    .action(async (title, flags) => {
      const { runNew } = await import('./new.ts');
      run.end(await runNew(await config(flags), title, run));
    });

  program
    .command('init')
    .description('add Galley to a repository: a configuration that names its articles; or a recipe for a platform')
    .addArgument(new Argument('[recipe]', toHelp()).choices(recipeNames))
    .action(async (recipe?: RecipeName) => {
      if (recipe === undefined) {
        const { runInit } = await import('./init.ts');
        run.end(await runInit(run));
      } else {
        const { runInitRecipe } = await import('./init-recipe.ts');
        run.end(await runInitRecipe(await config({}), recipe, run));
      }
    });

  program
    .command('serve')
    .description('serve a release; a new one is served without a restart')
    .option('--out <dir>', 'folder of the release (default: public)')
    .addOption(
      new Option(
        '--from <address>',
        'an object store instead of a folder: s3://BUCKET/PREFIX, which galley push filled',
      ).conflicts('out'),
    )
    .option('--poll <seconds>', 'how often a store is asked for a new release (default: 1)', toCount)
    .option('--cache <mebibytes>', 'memory for what was read, of each process (default: 24; of a store 128)', toCount)
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on; 0 picks one (default: 8787)')
    .option('--keys <file>', 'the keys file (default: galley.keys.json)')
    .option('--workers <number>', 'processes that serve; more than there are cores gain nothing (default: 1)')
    .option('--metrics <address>', 'HOST:PORT, or a port of 127.0.0.1, where Prometheus reads metrics (default: none)')
    .option('--json', 'print events and each answer as a line of JSON')
    .action(async ({ json, from, poll, cache, ...flags }) => {
      const { runServe } = await import('./serve.ts');
      run.end(await runServe(await config(flags), { json: json === true, from, poll, cache }, run));
    });

  addReleaseCommands(program, run);
  buildingAndServing(program, 'start')
    .description('build, then serve')
    .action(async (flags) => {
      const { runStart } = await import('./start.ts');
      const { settings, ...more } = splitFlags(flags);
      run.end(await runStart(await config(settings), more, run));
    });

  buildingAndServing(program, 'dev')
    .description('build, serve, and build again whenever a file is saved')
    .action(async (flags) => {
      const { runDev } = await import('./dev.ts');
      const { settings, ...more } = splitFlags(flags);
      run.end(await runDev(await config(settings), more, run));
    });

  const key = addKeyCommands(program, run);
  const deploy = addDeployCommands(program, run);
  for (const command of program.commands) nameHelp(command, `galley ${command.name()}`);
  for (const command of key.commands) nameHelp(command, `galley key ${command.name()}`);
  for (const command of deploy.commands) nameHelp(command, `galley deploy ${command.name()}`);
  return program;
}

/** Columns for help. */
function widthOf({ isTTY, columns }: Stream): number {
  return (isTTY === true && columns) || 80;
}

/** Names the help of the command after an error in its usage. */
function nameHelp(command: Command, name: string): void {
  const quoting = name === 'galley new' ? 'A title of several words stands in quotation marks. ' : '';
  command.showHelpAfterError(`${quoting}Run ${name} --help for how to use it.`);
}

/** The recipes, each with what it is for. */
function toHelp(): string {
  return recipeNames.map((name) => `${name}: ${recipes[name].title}`).join('; ');
}

/** A command that takes the options of `build` and of `serve`. */
function buildingAndServing(program: Command, name: string): Command {
  return program
    .command(name)
    .addOption(contentFolder())
    .option('--out <dir>', 'where the release goes (default: public)')
    .option('--site <url>', 'scheme and host under which the API is reached (default: where it listens)')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on; 0 picks one (default: 8787)')
    .addOption(keepGoing())
    .addOption(allowEmpty())
    .addOption(all());
}
