/** The helps that the launcher prints from files, so that they need neither packages nor a build: the program's and that of `up`. */
import type { Command } from 'commander';
import { loadProgram } from './program.ts';

/** Returns the text of each file by its path. `npm run gen` writes them. */
export const HELP_FILES: Readonly<Record<string, () => Promise<string>>> = {
  'cli/help.gen.txt': async () => printedHelp(await loadProgram()),
  'cli/help-up.gen.txt': async () => printedHelp((await loadProgram('up')).commands.find((command) => command.name() === 'up')),
};

/** Commander wraps lines at this width if it does not print to a terminal. */
const COLUMNS = 80;

/** Returns what commander prints for `--help`, which is more than `helpInformation` returns. */
function printedHelp(command: Command | undefined): string {
  let printed = '';
  command?.configureOutput({ writeOut: (text) => (printed += text), getOutHelpWidth: () => COLUMNS }).outputHelp();
  return printed;
}
