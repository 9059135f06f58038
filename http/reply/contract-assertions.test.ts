import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { expect, test } from 'vitest';
import { FOR_EVERYONE } from './contract-assertions.ts';

test('only reads of what no account owns need not ask who calls', () => {
  for (const name of FOR_EVERYONE) {
    const { method, resources = [] } = operationOf(name);
    expect(OPERATION_NAMES).toContain(name);
    expect([name, method, resources]).toEqual([name, 'GET', []]);
  }
});
