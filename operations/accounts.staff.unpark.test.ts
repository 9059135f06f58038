import { alertOnce } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NOW = new Date('2027-03-01T00:00:00Z');
let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db, clock: { now: () => NOW } });
});
afterAll(() => lab.close());

test('unparkAccount resumes charges, closes the alert, and gives time to pay for what expired', async () => {
  const { accountId } = await givenAccount(lab.db);
  const expiry_at = new Date(NOW.getTime() - days(5));
  const id = await givenServer(lab.db, { accountId, expiry_at });
  const parked = { billing_parked_at: NOW, billing_parked_reason: 'odd' };
  await lab.db.updateTable('accounts').set(parked).where('id', '=', accountId).execute();
  await alertOnce(lab.db, { kind: 'account_parked', key: `account:${accountId}`, message: 'odd' });

  await operator.run('unparkAccount', { account: String(accountId) });
  const account = await lab.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  expect([account.billing_parked_at, account.billing_parked_reason]).toEqual([null, null]);
  const service = await lab.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(service.suspend_after).toEqual(new Date(NOW.getTime() + days(3)));
  expect(await lab.db.selectFrom('operator_alerts').select('resolved_at').execute()).toEqual([{ resolved_at: NOW }]);
  await expect(operator.run('unparkAccount', { account: String(accountId) })).rejects.toThrow('is not parked');
});
