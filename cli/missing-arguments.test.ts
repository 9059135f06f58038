import { Command } from 'commander';
import { expect, test } from 'vitest';
import { accountCommand } from './commands/account.ts';
import { planCommand } from './commands/plan.ts';
import { nameAllThatIsMissing } from './missing-arguments.ts';

/** Returns the message about a refused command line. */
async function said(...args: string[]): Promise<string> {
  const program = new Command('innkeeper').addCommand(planCommand()).addCommand(accountCommand());
  let words = '';
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: (text) => (words += text) });
    for (const inner of command.commands) quiet(inner);
  };
  quiet(program);
  nameAllThatIsMissing(program);
  await program.parseAsync(args, { from: 'user' }).catch(() => {});
  return words.trim();
}

test('all flags that are missing are named at once, and the argument with them', async () => {
  expect(await said('plan', 'add')).toBe(
    'error: missing: <key>, --name <name>, --vcpus <n>, --memory <gb>, --disk <gb>, --traffic <tb>, --price <amount>',
  );
  expect(await said('plan', 'add', 'small', '--name', 'Small', '--vcpus', '1', '--disk', '5')).toBe(
    'error: missing: --memory <gb>, --traffic <tb>, --price <amount>',
  );
  expect(await said('account', 'create', '--name', 'Ada')).toBe('error: missing: --email <address>');
});

test('an argument alone is told as before', async () => {
  expect(await said('plan', 'disable')).toBe("error: missing required argument 'key'");
});
