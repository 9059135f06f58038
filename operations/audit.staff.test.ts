import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('listAudit shows lines of all accounts, filtered, in pages without gaps', async () => {
  const operator = openOperator(lab);
  const { accountId, email } = await givenAccount(lab.db);
  const other = await givenAccount(lab.db);
  for (const account of [email, other.email]) await operator.run('fundAccount', { account, amount: '1' });
  await lab.db
    .insertInto('audit_log')
    .values({ actor_kind: 'staff', actor_id: 7, actor_name: 'Ann', action: 'looked', resource_kind: 'server', resource_id: 9 })
    .execute();
  const listed = (input: object) => operator.run('listAudit', { ...input });
  expect((await listed({ account: email })).data).toMatchObject([
    { action: 'fundAccount', account: accountId, details: { amount: '1.00' } },
  ]);
  expect((await listed({ person: 7 })).data).toMatchObject([{ actor: 'staff Ann', resource: { kind: 'server', id: 9 } }]);
  expect((await listed({ action: 'fundAccount' })).data).toHaveLength(2);
  expect((await listed({ resource: 'server', id: 9 })).data).toHaveLength(1);
  await expect(listed({ id: 9 })).rejects.toThrow('Must be given together with an id.');
  await expect(listed({ account: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' });
  const ids: number[] = [];
  for (let before: number | undefined; ; ) {
    const { data, next } = await listed({ per_page: 2, ...(before !== undefined && { before }) });
    ids.push(...data.map(({ id }) => id));
    if (next === null) break;
    before = next;
  }
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids).toHaveLength((await lab.db.selectFrom('audit_log').select('id').execute()).length);
});
