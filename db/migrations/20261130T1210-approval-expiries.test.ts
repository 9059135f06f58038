import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenStaff } from '@innkeeper/lab/given-staff';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from './all.gen.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

test('requests that wait get their mail, and neither expired, decided nor disabled ones', async () => {
  const now = new Date();
  const [ann, bob] = [await givenStaff(lab.db, { role: 'billing', now }), await givenStaff(lab.db, { role: 'billing', now })];
  await lab.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', bob.id).execute();
  const { accountId } = await givenAccount(lab.db);
  await lab.db.updateTable('installation').set({ currency: 'EUR' }).execute();
  const input = JSON.stringify({
    order: 7,
    lines: ['3=1', '4=2'],
    to: 'payer',
    dry_run: false,
    iban: null,
    reason: 'An outage.',
  });
  const row = { operation: 'refundOrder', input, amount: 150_005n, account_id: accountId, requested_by: ann.id } as const;
  const times = { requested_at: now, expires_at: new Date(now.getTime() + days(2)) };
  const decided = { outcome: 'refused', decided_at: now, decided_name: 'Host' } as const;
  const { id } = await lab.db
    .insertInto('staff_approvals')
    .values({ ...row, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lab.db
    .insertInto('staff_approvals')
    .values([
      { ...row, ...times, expires_at: now },
      { ...row, ...times, ...decided },
      { ...row, ...times, requested_by: bob.id },
    ])
    .execute();
  await sql`alter table staff_approvals drop column expiry_mail`.execute(lab.db);
  await MIGRATIONS['20261130T1210-approval-expiries']?.up(lab.db);
  const mails = lab.db.selectFrom('staff_approvals').select(['id', 'expiry_mail']).where('expiry_mail', 'is not', null);
  const { email } = await lab.db.selectFrom('staff').select('email').where('id', '=', ann.id).executeTakeFirstOrThrow();
  const { name } = await lab.db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirstOrThrow();
  const data = {
    ...{ approval: id, operation: 'refundOrder', amount: '1500.05 EUR', account: accountId, customer: name },
    ...{ details: ['lines: 3=1, 4=2', 'order: 7', 'to: payer'], given: 'An outage.', requester: ann.name },
    until: times.expires_at.getTime(),
  };
  expect(await mails.execute()).toEqual([{ id, expiry_mail: { address: email, data } }]);
});
