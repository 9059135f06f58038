/** Runs a command line and ends the process with its exit code. */
import type { Command } from 'commander';
import { EXIT_CODES, toCommandFailure, UsageError } from '../output/errors.ts';
import { reportAllMissingArguments } from './missing-arguments.ts';
import { loadProgram } from './program.ts';
import { truncateAtUnknownCommand } from './unknown-command.ts';

/** Runs a command. `words`: the arguments after `./innkeeper`. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const json = words.includes('--json');
  try {
    const program = await loadProgram(words[0]);
    exitOnUsageErrors(program, json);
    reportAllMissingArguments(program);
    await program.parseAsync(truncateAtUnknownCommand(program, words), { from: 'user' });
  } catch (error) {
    fail(error, json);
  }
}

/** Exits with 2 after a usage error. Commander has already printed the error, except with --json. */
function exitOnUsageErrors(command: Command, json: boolean): void {
  if (json) command.configureOutput({ writeErr: () => {} });
  command.exitOverride(({ exitCode, message }) => {
    if (exitCode !== 0 && json) fail(new UsageError(message.replace(/^error: /, '')), json);
    process.exit(exitCode === 0 ? 0 : EXIT_CODES.usage);
  });
  for (const inner of command.commands) exitOnUsageErrors(inner, json);
}

/** Prints the error, with its stack only if `INNKEEPER_DEBUG` is set. */
function fail(error: unknown, json: boolean): void {
  const { stderr, exitCode } = toCommandFailure(error, { json });
  process.stderr.write(stderr);
  if (process.env.INNKEEPER_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = exitCode;
}
