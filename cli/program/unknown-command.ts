/** Makes an unknown command fail even if help is requested. Commander would print the help of the parent command and exit with 0. */
import type { Command } from 'commander';

const HELP_FLAGS = ['-h', '--help'];

/** Returns the words up to the first unknown command, without requests for help. Returns all words if every command is known. */
export function truncateAtUnknownCommand(program: Command, words: readonly string[]): readonly string[] {
  let command = program;
  for (const [i, word] of words.entries()) {
    if (HELP_FLAGS.includes(word)) continue;
    if (word.startsWith('-') || command.commands.length === 0) break;
    // Commander's own command `help` is only in this list.
    const named = command
      .createHelp()
      .visibleCommands(command)
      .find((inner) => inner.name() === word);
    // The word is then an argument of a command that also has subcommands.
    if (!named && command.registeredArguments.length > 0) break;
    if (!named) return words.slice(0, i + 1).filter((one) => !HELP_FLAGS.includes(one));
    command = named;
  }
  return words;
}
