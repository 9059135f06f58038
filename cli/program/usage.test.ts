/** Errors of a command line are reported before the command opens anything. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { nodeCommand } from '../node.ts';
import { EXIT_CODES, toCommandFailure } from '../output/errors.ts';
import { planCommand } from '../plan.ts';
import { reportAllMissingArguments } from './missing-arguments.ts';

/** Returns the output of a refused command line, and its exit code. */
async function refusalOf(args: readonly string[]): Promise<{ stderr: string; exitCode: number }> {
  const program = new Command('innkeeper').addCommand(planCommand()).addCommand(nodeCommand());
  let stderr = '';
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: (text) => (stderr += text) });
    for (const inner of command.commands) quiet(inner);
  };
  quiet(program);
  reportAllMissingArguments(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return stderr === '' ? toCommandFailure(error, { json: false }) : { stderr, exitCode: EXIT_CODES.usage };
  }
  return expect.fail('it was not refused');
}

const tiny = ['--name', 'Tiny', '--vcpus', '1', '--memory', '1', '--disk', '5', '--traffic', '0', '--price', '1.50'];

test.each([
  [['plan', 'add', 'no key', ...tiny], '<key>: Must have 1 to 40'],
  [['plan', 'add', 'tiny', ...tiny, '--name', ' '], '--name: Must be one line'],
  [['plan', 'add', 'tiny', ...tiny, '--vcpus', '0'], '--vcpus: Must be a whole number from 1 to 240.'],
  [['plan', 'add', 'tiny', ...tiny, '--memory', '1.5'], 'a whole number from 1 to 4096'],
  [['plan', 'add', 'tiny', ...tiny, '--price', 'free'], '--price: Must be an amount such as'],
  [['plan', 'add', 'tiny', ...tiny, '--minimum-months', '25'], 'a whole number from 1 to 24'],
  [['plan', 'add', 'tiny', ...tiny.slice(4)], 'missing: --name <name>, --vcpus <n>'],
  [['plan', 'disable'], "missing required argument 'key'"],
  [['node', 'set', 'local', '--overcommit-memory', '20.5'], 'a number from 0.1 to 20'],
  [
    ['node', 'set', 'local', '--capacity-memory', 'much'],
    '--capacity-memory: Must be a whole number from 1 to 100000, or "measured".',
  ],
])('%j is a usage error', async (args, words) => {
  expect(await refusalOf(args)).toEqual({ exitCode: 2, stderr: expect.stringContaining(words) });
});
