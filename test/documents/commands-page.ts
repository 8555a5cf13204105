import type { Command } from 'commander';
import { allCommands } from '../../build/cli/commands.ts';
import { toOutput } from '../../build/cli/output.ts';
import { createProgram } from '../../build/cli/program.ts';

/** The text of each place of the page: all commands in a table, and the usage, arguments and options of each. */
export function toCommandsPage(): Record<string, string> {
  const commands = leavesOf(
    createProgram(allCommands, { ...toOutput(process.stdout, process.stderr), end: () => undefined }),
    [],
  );
  const rows = commands.map(
    ([name, command]) => `| [\`${name}\`](#${toMark(name)}) | ${toCell(command.description())} |`,
  );
  const parts = commands.map(([name, command]) => [toMark(name), toUsage(name, command)]);
  return { commands: ['| Command | Does |', '|---|---|', ...rows].join('\n'), ...Object.fromEntries(parts) };
}

/** All commands that have none below them, by their names. */
function leavesOf(command: Command, names: readonly string[]): [name: string, command: Command][] {
  if (command.commands.length === 0) return [[names.join(' '), command]];
  return command.commands.flatMap((each) => leavesOf(each, [...names, each.name()]));
}

/** What the heading of a command becomes in a link. */
function toMark(name: string): string {
  return name.replaceAll(' ', '-');
}

function toUsage(name: string, command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((each) => [each.name(), help.argumentDescription(each)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((each) => [each.flags, help.optionDescription(each)]),
  ].map(([term = '', text = '']) => `| \`${term}\` | ${toCell(text)} |`);
  const table = rows.length === 0 ? [] : ['', '| Argument or option | Is |', '|---|---|', ...rows];
  return ['```text', `npx galley ${name} ${command.usage()}`, '```', ...table].join('\n');
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/<[\w-]+>/g, '`$&`');
}
