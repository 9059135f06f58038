import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenPasskey } from '@innkeeper/lab/given-passkeys';
import { givenTotp } from '@innkeeper/lab/given-two-factor';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('resetUser takes the app, the recovery codes and passkeys away, tells the user by mail, and each account by a line of audit', async () => {
  const operator = openOperator(lab);
  const { accountId, userId, email } = await givenAccount(lab.db);
  const asked = { user: email.toUpperCase(), reason: 'Passport seen.' };
  await expect(operator.run('resetUser', asked)).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(operator.run('resetUser', { ...asked, user: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' });
  await givenTotp(lab.db, { userId }, 'JBSWY3DPEHPK3PXP');
  await givenPasskey(lab.db, { userId });
  await lab.db
    .insertInto('recovery_codes')
    .values({ user_id: userId, code_hash: Buffer.alloc(32), created_at: new Date() })
    .execute();
  expect(await operator.run('resetUser', asked)).toEqual({ id: userId, email, accounts: [accountId] });
  for (const table of ['user_totp', 'recovery_codes', 'user_passkeys'] as const)
    expect(await lab.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).toEqual([]);
  const mails = await lab.db.selectFrom('mails').select(['address', 'template']).execute();
  expect(mails).toEqual([{ address: email, template: 'two-factor-reset' }]);
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['account_id', 'details'])
    .where('action', '=', 'resetUser')
    .execute();
  expect(lines).toEqual([{ account_id: accountId, details: { reason: 'Passport seen.' } }]);
});

test('resetUser takes passkeys from who has nothing else', async () => {
  const { userId, email } = await givenAccount(lab.db);
  await givenPasskey(lab.db, { userId });
  const reset = { user: email, reason: 'Telephone lost.' };
  await openOperator(lab).run('resetUser', reset);
  await expect(openOperator(lab).run('resetUser', reset)).rejects.toMatchObject({ code: 'wrong_state' });
});
