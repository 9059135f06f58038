import { expect, test } from 'vitest';
import { OPERATION_NAMES, operationOf } from './operations.ts';
import { needsOf, rolesOf } from './roles.ts';

const entries = OPERATION_NAMES.map(operationOf);

test('every member may read, and quotes and orders need a role that pays', () => {
  for (const entry of entries) {
    if (entry.ability === 'read' && !entry.needs) expect(rolesOf(entry)).toContain('read-only');
    if (entry.createsOrder || entry.supportsDryRun) expect(needsOf(entry)).toContain('pay');
  }
});

test('technical members run servers, but only owners and admins order or cancel them', () => {
  expect(rolesOf(operationOf('restartServer'))).toEqual(['owner', 'admin', 'technical']);
  expect(rolesOf(operationOf('deployServer'))).toEqual(['owner', 'admin']);
  expect(rolesOf(operationOf('cancelServer'))).toEqual(['owner', 'admin']);
  expect(rolesOf(operationOf('payOrders'))).toEqual(['owner', 'admin', 'billing']);
  expect(rolesOf(operationOf('listPlans'))).toContain('read-only');
});
