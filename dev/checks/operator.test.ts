import { expect, test } from 'vitest';
import { type Entry, findIncomplete, findOtherCommands } from './operator.ts';

const entries: Entry[] = [{ name: 'fundAccount', resource: 'accounts', command: 'account fund' }];
const useCase = {
  path: 'operations/accounts.staff.ts',
  text: "import type { StaffCx } from './define.staff.ts';\nexport async function fundAccount(cx: StaffCx) {}\n",
};
const trial = { path: 'operations/accounts.staff.test.ts', text: "await operator.run('fundAccount', {});\n" };
const command = (name: string) => `  ${name}: async () => (await import('../${name}.ts')).x(),\n`;
const program = (...names: string[]) => [{ path: 'cli/program/program.ts', text: names.map(command).join('') }];

test('an entry needs a command, a use case and a test', () => {
  expect(findIncomplete(entries, ['fundAccount'], [useCase, trial])).toEqual([]);
  expect(findIncomplete(entries, [], [])).toEqual([
    expect.stringContaining('no command: a line in cli/account.ts'),
    expect.stringContaining('one file operations/accounts.staff.ts'),
    expect.stringContaining('no test'),
  ]);
  const longer = { ...useCase, text: useCase.text.replace('fundAccount', 'fundAccounts') };
  expect(findIncomplete(entries, ['fundAccount'], [longer, trial])).toHaveLength(1);
  const inFolder = [useCase, trial].map((file) => ({ ...file, path: file.path.replace('accounts.', 'accounts/funds.') }));
  expect(
    findIncomplete(
      entries,
      ['fundAccount'],
      inFolder.map((file) => ({ ...file, text: file.text.replace('./', '../') })),
    ),
  ).toEqual([]);
});

test('a command must belong to an entry, or be a known exception', () => {
  expect(findOtherCommands(entries, program('account', 'up'))).toEqual([]);
  expect(findOtherCommands(entries, program('up', 'grant'))).toEqual([
    'cli/program/program.ts has no command account.',
    'The command grant is made of no entry of contract/operator.',
  ]);
});
