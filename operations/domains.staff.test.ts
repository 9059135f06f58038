import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenIdentityProvider } from '@innkeeper/lab/given-single-sign-on';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('listDomains, confirmDomain and releaseDomain: a domain belongs to one account at a time', async () => {
  const [first, second] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const [one, other] = [await given(first.accountId), await given(second.accountId)];
  expect((await operator.run('listDomains')).data.map(({ account }) => account)).toEqual([first.accountId, second.accountId]);
  expect(await operator.run('confirmDomain', { domain: one })).toMatchObject({ name: 'example.com', verified_by: 'operator' });
  await expect(operator.run('confirmDomain', { domain: other })).rejects.toMatchObject({ code: 'wrong_state' });
  expect(await operator.run('releaseDomain', { domain: one })).toMatchObject({ verified_at: null, verified_by: null });
  expect(await operator.run('confirmDomain', { domain: other })).toMatchObject({ account: second.accountId });
  expect((await operator.run('listDomains', { account: second.accountId })).data).toHaveLength(1);
  await expect(operator.run('confirmDomain', { domain: 999 })).rejects.toMatchObject({ code: 'not_found' });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['account_id', 'action'])
    .where('action', 'like', '%Domain')
    .orderBy('id')
    .execute();
  expect(lines.map(({ account_id }) => account_id)).toEqual([first.accountId, first.accountId, second.accountId]);
});

/** Inserts an unverified domain. Returns its id. */
async function given(accountId: number): Promise<number> {
  const { id } = await givenIdentityProvider(lab.db, { accountId, domain: `of-${accountId}.example.com` });
  const changes = { name: 'example.com', verified_at: null, verified_by: null };
  const domain = await lab.db
    .updateTable('identity_domains')
    .set(changes)
    .where('provider_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return domain.id;
}
