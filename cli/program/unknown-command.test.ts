import { Command } from 'commander';
import { expect, test } from 'vitest';
import { planCommand } from '../plan.ts';
import { truncateAtUnknownCommand } from './unknown-command.ts';

/** Returns the output of commander and the code of its error. The code is `commander.helpDisplayed` if it printed a help. */
async function outcomeOf(words: readonly string[]): Promise<{ code: string; printed: string }> {
  const program = new Command('innkeeper').helpCommand(false).enablePositionalOptions().addCommand(planCommand());
  program.addCommand(new Command('ssh').argument('<server>').action(() => {}));
  let printed = '';
  const capture = (command: Command): void => {
    const add = (text: string): void => {
      printed += text;
    };
    command.exitOverride().configureOutput({ writeOut: add, writeErr: add });
    for (const inner of command.commands) capture(inner);
  };
  capture(program);
  const code = await program.parseAsync(truncateAtUnknownCommand(program, words), { from: 'user' }).then(
    () => 'none',
    (error: { code: string }) => error.code,
  );
  return { code, printed };
}

test.each([
  [['nonsense', '--help']],
  [['nonsense', '-h', '--json']],
  [['--help', 'nonsense']],
  [['plan', 'nonsense', '--help']],
  [['plan', '--help', 'nonsense']],
  [['help', '--help']],
])('%j is an unknown command', async (words) => {
  const { code, printed } = await outcomeOf(words);
  expect([code, printed]).toEqual(['commander.unknownCommand', expect.stringMatching(/unknown command '(nonsense|help)'/)]);
});

test('a word can be an argument of a command that also has subcommands', async () => {
  const restore = new Command('restore').argument('[file]').option('--identity <file>').addCommand(new Command('plan'));
  const program = new Command('innkeeper').enablePositionalOptions().addCommand(restore.enablePositionalOptions());
  const words = ['restore', 'house.age', '--identity', 'key'];
  expect(truncateAtUnknownCommand(program, words)).toEqual(words);
});

test('a similar command is suggested', async () => {
  expect((await outcomeOf(['plam', '--help'])).printed).toContain('(Did you mean plan?)');
});

test.each([
  [['--help'], 'Usage: innkeeper '],
  [['plan', '--help'], 'Usage: innkeeper plan '],
  [['--help', 'plan'], 'Usage: innkeeper '],
  [['plan', 'add', '--help'], 'Usage: innkeeper plan add '],
  [['plan', 'help', 'add'], 'Usage: innkeeper plan add '],
  [['ssh', 'nonsense', '--help'], 'Usage: innkeeper ssh '],
])('%j prints help', async (words, usage) => {
  const { code, printed } = await outcomeOf(words);
  expect([code.replace('helpDisplayed', 'help'), printed]).toEqual(['commander.help', expect.stringContaining(usage)]);
});
