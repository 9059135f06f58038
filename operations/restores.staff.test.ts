import { fenceAddresses, foreignAddresses } from '@innkeeper/db/recovery/fenced-addresses';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

const seen = (address: string, serverId: number) => ({ address, prefix: 24, machineId: `srv-${serverId}`, serverId });
const excluded = async (address: string) =>
  (await lab.db.selectFrom('ip_addresses').select('excluded').where('address', '=', address).executeTakeFirstOrThrow()).excluded;

test('an address used by a machine without a row for it is held back until releaseRestore', async () => {
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId });
  const own = await lab.db.selectFrom('ip_addresses').select('address').where('server_id', '=', id).executeTakeFirstOrThrow();
  const addresses = [seen(own.address, id), seen('10.77.0.200', 900), seen('192.0.2.1', 900)];
  expect(await foreignAddresses(lab.db, addresses)).toMatchObject([
    { address: '10.77.0.200', machineId: 'srv-900' },
    { address: '192.0.2.1', id: null },
  ]);
  const fence = () => lab.db.transaction().execute((trx) => fenceAddresses(trx, addresses, new Date()));
  expect(await fence()).toMatchObject([{ address: '10.77.0.200', machineId: 'srv-900' }]);
  expect(await fence()).toEqual([]);
  expect([await excluded(own.address), await excluded('10.77.0.200')]).toEqual([false, true]);

  // Changed exclusions of the pool do not release the address.
  const { name } = await lab.db.selectFrom('ip_pools').select('name').executeTakeFirstOrThrow();
  await operator.run('setPool', { pool: name, excluded: ['10.77.0.201'] });
  expect([await excluded('10.77.0.200'), await excluded('10.77.0.201')]).toEqual([true, true]);

  expect(await operator.run('releaseRestore', { address: '10.77.0.200' })).toEqual({ address: '10.77.0.200', excluded: false });
  expect(await excluded('10.77.0.200')).toBe(false);
  await expect(operator.run('releaseRestore', { address: '10.77.0.200' })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(operator.run('releaseRestore', { address: '192.0.2.1' })).rejects.toMatchObject({ code: 'not_found' });
  const audited = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'releaseRestore').execute();
  expect(audited).toEqual([{ details: { address: '10.77.0.200' } }]);
});
