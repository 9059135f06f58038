import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let owner: GivenAccount;
let other: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db);
  other = await givenAccount(lab.db);
  const second = await givenNode(lab.db, { name: 'node-2' });
  await givenServer(lab.db, { accountId: owner.accountId, hostname: 'web' });
  await givenServer(lab.db, { accountId: other.accountId, hostname: 'WEB-2', node_id: second });
  await givenServer(lab.db, { accountId: other.accountId, hostname: 'gone', status: 'terminated', power: 'absent' });
});
afterAll(() => lab.close());

const names = async (input: object) => (await operator.run('listAllServers', { ...input })).data.map(({ hostname }) => hostname);

test('listAllServers shows the active servers of all accounts, with filters', async () => {
  expect(await names({})).toEqual(['web', 'WEB-2']);
  expect(await names({ status: 'terminated' })).toEqual(['gone']);
  expect(await names({ account: owner.email })).toEqual(['web']);
  expect(await names({ node: 'node-2' })).toEqual(['WEB-2']);
  expect(await names({ search: 'eb-' })).toEqual(['WEB-2']);
  const [first] = (await operator.run('listAllServers', { per_page: 1 })).data;
  expect(first).toMatchObject({ hostname: 'web', account: owner.accountId, email: owner.email, plan: 'nano', lock: null });
  expect(await names({ search: first?.address })).toEqual(['web']);
  expect(await operator.run('listAllServers', { per_page: 1, page: 2 })).toMatchObject({
    total: 2,
    data: [{ hostname: 'WEB-2' }],
  });
  await expect(names({ account: 'nobody@example.org' })).rejects.toThrow('does not exist');
  await expect(names({ status: 'lost' })).rejects.toThrow('Must be one of');
});

test('listAllServers with `stuck` shows servers whose workflow is stuck or overdue, and no others', async () => {
  const locked = async (hostname: string, state: 'queued' | 'stuck', deadline_at: Date) => {
    const resource_id = await givenServer(lab.db, { accountId: owner.accountId, hostname });
    const row = { kind: 'server.nap', input: '{}', state, resource_kind: 'server', resource_id, run_at: new Date('2100-01-01') };
    const { id } = await lab.db.insertInto('workflows').values(row).returning('id').executeTakeFirstOrThrow();
    const lock = { kind: 'server', resource_id, workflow_id: id, reason: 'nap', deadline_at };
    await lab.db.insertInto('locks').values(lock).execute();
    return id;
  };
  const later = new Date('2100-01-01');
  const stuck = await locked('stuck', 'stuck', later);
  await locked('overdue', 'queued', new Date(0));
  await locked('busy', 'queued', later);
  expect(await names({ stuck: true })).toEqual(['stuck', 'overdue']);
  const [first] = (await operator.run('listAllServers', { stuck: true })).data;
  expect(first?.lock).toMatchObject({ workflow: stuck, state: 'stuck', reason: 'nap' });
});
