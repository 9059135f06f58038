/** Generates the help texts of the program and of `up`. The launcher prints them from files, without packages or a build. */
import type { Command } from 'commander';
import { loadProgram } from './program.ts';

/** Functions that return the text of each file, by path. `npm run gen` writes the files. */
export const HELP_FILES: Readonly<Record<string, () => Promise<string>>> = {
  'cli/help.gen.txt': async () => printedHelp(await loadProgram()),
  'cli/help-up.gen.txt': async () => printedHelp((await loadProgram('up')).commands.find((command) => command.name() === 'up')),
};

/** Width in columns of the help texts. Equal to commander's default for output that is not a terminal. */
const COLUMNS = 80;

/** Returns the text that commander prints for `--help`. `helpInformation` returns only part of it. */
function printedHelp(command: Command | undefined): string {
  let printed = '';
  command?.configureOutput({ writeOut: (text) => (printed += text), getOutHelpWidth: () => COLUMNS }).outputHelp();
  return printed;
}
