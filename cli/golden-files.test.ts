import { readdirSync } from 'node:fs';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import { expect, it } from 'vitest';

/** Files that are not the output of one command. `leaked.txt` is an input. */
const OTHERS = ['doctor.txt', 'help.txt', 'leaked.txt', 'status.txt'];

it('golden/ has no output of a command that is gone', () => {
  const outputs = OPERATOR_OPERATION_NAMES.map((name) => `${operatorOperationOf(name).command.replace(' ', '-')}.txt`);
  const files = readdirSync('cli/golden').filter((file) => file.endsWith('.txt'));
  expect(files.filter((file) => !outputs.includes(file) && !OTHERS.includes(file))).toEqual([]);
});
