import { Command } from 'commander';
import { expect, test } from 'vitest';
import { accountCommand } from '../account.ts';
import { planCommand } from '../plan.ts';
import { reportAllMissingArguments } from './missing-arguments.ts';

/** Returns the message about a refused command line. */
async function said(...args: string[]): Promise<string> {
  const program = new Command('innkeeper').addCommand(planCommand()).addCommand(accountCommand());
  let words = '';
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: (text) => (words += text) });
    for (const inner of command.commands) quiet(inner);
  };
  quiet(program);
  reportAllMissingArguments(program);
  await program.parseAsync(args, { from: 'user' }).catch(() => {});
  return words.trim();
}

test('all missing flags and arguments are named at once', async () => {
  expect(await said('plan', 'add')).toBe(
    'error: missing: <key>, --name <name>, --vcpus <n>, --memory <gb>, --disk <gb>, --traffic <tb>, --price <amount>',
  );
  expect(await said('plan', 'add', 'small', '--name', 'Small', '--vcpus', '1', '--disk', '5')).toBe(
    'error: missing: --memory <gb>, --traffic <tb>, --price <amount>',
  );
  expect(await said('account', 'create', '--name', 'Ada')).toBe('error: missing: --email <address>');
});

test("a single missing argument is reported in commander's words", async () => {
  expect(await said('plan', 'disable')).toBe("error: missing required argument 'key'");
});
