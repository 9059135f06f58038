import { describe, expect, it } from 'vitest';
import { type NewStaffOperation, planStaffFiles } from './staff.ts';

const freeze: NewStaffOperation = {
  name: 'freezeBank',
  group: 'Payments',
  method: 'POST',
  path: '/operator/bank/{line}/freeze',
  command: 'bank freeze',
  roles: ['billing'],
};

const command = (list: string): string =>
  `export const ${list}Bindings: Bindings<typeof ${list}> = {\n};\nexport const laterBindings: Bindings<typeof later> = {\n};\n`;
const REPOSITORY: Record<string, string> = {
  'contract/operations/payments.staff.ts': `export const bank = {\n  listBank: staffOperation({\n    command: 'bank list',\n  }),\n};\n
export const payments = {\n  listPayments: staffOperation({\n    command: 'payment list',\n  }),\n};\n`,
  'operations/payments.staff.ts': '',
  'cli/golden-staff.ts': 'export const STAFF_COMMANDS = [\n];\nexport const OTHERS = [\n];\n',
  'cli/bank.ts': command('bank'),
};
const plan = (operation: NewStaffOperation, files = REPOSITORY) => planStaffFiles(operation, (file) => files[file]);

describe('the files of a new operation of the staff', () => {
  it('adds the entry and the command beside the other verbs of the noun', () => {
    const files = plan(freeze);
    expect(files.get('contract/operations/payments.staff.ts')).toMatch(
      /command: 'bank freeze',\n {4}args: \['line'\],\n {4}roles: \['billing'\],.*\n\};\n\nexport const payments/s,
    );
    expect(files.get('cli/bank.ts')).toMatch(
      /from '\.\/operator\/installation\.ts';\n.*freezeBank: \{ run: .*\n\};\nexport const later/s,
    );
    expect(files.get('cli/golden-staff.ts')).toBe(
      "export const STAFF_COMMANDS = [\n  ['freezeBank', { line: 1 }],\n];\nexport const OTHERS = [\n];\n",
    );
  });

  it('writes a function and a test into the folder of a resource without a file of its own', () => {
    const { 'operations/payments.staff.ts': _own, ...others } = REPOSITORY;
    expect([...plan(freeze, others).keys()]).toContain('operations/payments/freeze-bank.staff.ts');
    expect(plan(freeze, others).get('operations/payments/freeze-bank.staff.ts')).toContain("from '../define.staff.ts';");
  });

  it('refuses the first verb of a noun', () => {
    expect(() => plan({ ...freeze, command: 'vault freeze' })).toThrow(/has no command of vault/);
  });
});
