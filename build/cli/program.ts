import { Command, Option } from 'commander';
import { readPackage } from '../package/package.ts';
import { toPrintableLines } from '../problems/printable.ts';
import type { CommandEntry, Commands } from './command-entry.ts';
import { readConfig } from './config.ts';
import type { CommandRun, Stream } from './output.ts';
import type { Setting } from './setting.ts';
import { Config, configFile, settings } from './settings.ts';

/** All commands. A run of them changes what this makes: make it again for each. */
export function createProgram({ commands, groups }: Commands, run: CommandRun): Command {
  const program = new Command('galley')
    .description('A folder of Markdown becomes an article API.')
    .version(readPackage().version)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run galley --help for the commands.')
    .addHelpText(
      'afterAll',
      `\nSettings are read from ${configFile} in the working directory. An option overrides its setting.` +
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
  const parents = new Map(
    Object.entries(groups).map(([name, text]) => [
      name,
      new Command(name).copyInheritedSettings(program).description(text),
    ]),
  );
  for (const entry of commands) {
    const [group = '', name = group] = entry.name.split(' ');
    const parent = parents.get(group);
    if (parent !== undefined && parent.parent === null) program.addCommand(nameHelp(parent, group));
    addCommand((parent ?? program).command(name), entry, run);
  }
  return program;
}

function addCommand(
  command: Command,
  { name, text, args = [], options = [], hint, run: start }: CommandEntry,
  run: CommandRun,
): void {
  const own = Object.entries<Setting>(settings).filter(([, { flag }]) => flag?.commands.includes(name));
  const flagsOf = new Map(own.map(([setting, each]) => [setting, toOption(setting, each)]));
  nameHelp(command.description(text), name, hint);
  for (const arg of args) command.addArgument(arg);
  for (const option of [...flagsOf.values(), ...options]) command.addOption(option);
  command.action(async () => {
    const flags = command.opts();
    const given = own.map(([setting]) => [setting, flags[flagsOf.get(setting)?.attributeName() ?? '']]);
    run.end(await start(await readConfig(Object.fromEntries(given)), flags, run, command.processedArgs[0]));
  });
}

const defaults: Readonly<Record<string, unknown>> = Config.parse({});

/** The option of a setting, with its help. */
function toOption(name: string, { text, flag, byDefault = String(defaults[name]) }: Setting): Option {
  const { flags = '', isList = false } = flag ?? {};
  const sentence = `${text.charAt(0).toLowerCase()}${text.slice(1, -1)}${isList ? '; may be repeated' : ''}`;
  const option = new Option(flags, `${sentence} (default: ${byDefault})`.replaceAll('`', ''));
  return isList ? option.argParser((value: string, before: readonly string[] = []) => [...before, value]) : option;
}

/** Names the help of a command after an error in its usage. */
function nameHelp(command: Command, name: string, hint?: string): Command {
  return command.showHelpAfterError(
    `${hint === undefined ? '' : `${hint} `}Run galley ${name} --help for how to use it.`,
  );
}

/** Columns for help. */
function widthOf({ isTTY, columns }: Stream): number {
  return (isTTY === true && columns) || 80;
}
