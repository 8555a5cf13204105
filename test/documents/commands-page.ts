import type { Command } from 'commander';
import { allCommands } from '../../build/cli/commands.ts';
import { toOutput } from '../../build/cli/output.ts';
import { createProgram } from '../../build/cli/program.ts';

/**
 * The table of all commands; those of `headings` lead to a section of the page. `--help` has their arguments and
 * options.
 */
export function toCommandsTable(headings: ReadonlySet<string>): string {
  const rows = listCommands().map(([name, command]) => {
    const term = headings.has(name) ? `[\`${name}\`](#${name.replaceAll(' ', '-')})` : `\`${name}\``;
    return `| ${term} | ${toCell(command.description())} |`;
  });
  return ['| Command | Does |', '|---|---|', ...rows].join('\n');
}

/** All commands, by their names as one types them. */
export function listCommands(): [name: string, command: Command][] {
  const output = { ...toOutput(process.stdout, process.stderr), end: () => undefined };
  return leavesOf(createProgram(allCommands, output), []);
}

/** All commands that have none below them, by their names. */
function leavesOf(command: Command, names: readonly string[]): [name: string, command: Command][] {
  if (command.commands.length === 0) return [[names.join(' '), command]];
  return command.commands.flatMap((each) => leavesOf(each, [...names, each.name()]));
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/<[\w-]+>/g, '`$&`');
}
