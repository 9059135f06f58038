import { Command } from 'commander';
import { expect, test } from 'vitest';
import { planCommand } from './commands/plan.ts';
import { endAtUnknownCommand } from './unknown-command.ts';

/** Returns what commander prints and the code of its error, which is `commander.helpDisplayed` if it printed a help. */
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
  const code = await program.parseAsync(endAtUnknownCommand(program, words), { from: 'user' }).then(
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

test('a command that is similar is suggested', async () => {
  expect((await outcomeOf(['plam', '--help'])).printed).toContain('(Did you mean plan?)');
});

test.each([
  [['--help'], 'Usage: innkeeper '],
  [['plan', '--help'], 'Usage: innkeeper plan '],
  [['--help', 'plan'], 'Usage: innkeeper '],
  [['plan', 'add', '--help'], 'Usage: innkeeper plan add '],
  [['plan', 'help', 'add'], 'Usage: innkeeper plan add '],
  [['ssh', 'nonsense', '--help'], 'Usage: innkeeper ssh '],
])('%j prints a help', async (words, usage) => {
  const { code, printed } = await outcomeOf(words);
  expect([code.replace('helpDisplayed', 'help'), printed]).toEqual(['commander.help', expect.stringContaining(usage)]);
});
