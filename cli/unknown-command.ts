/** Has an unknown command fail even if help is requested: commander would print the help of the command above it and exit with 0. */
import type { Command } from 'commander';

const HELP_FLAGS = ['-h', '--help'];

/** Returns the words up to the first unknown command, without requests for help. Returns all words if every command is known. */
export function endAtUnknownCommand(program: Command, words: readonly string[]): readonly string[] {
  let command = program;
  for (const [i, word] of words.entries()) {
    if (HELP_FLAGS.includes(word)) continue;
    if (word.startsWith('-') || command.commands.length === 0) break;
    // Commander's own command `help` is only in this list.
    const named = command
      .createHelp()
      .visibleCommands(command)
      .find((inner) => inner.name() === word);
    if (!named) return words.slice(0, i + 1).filter((one) => !HELP_FLAGS.includes(one));
    command = named;
  }
  return words;
}
