import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenPasskey } from '@innkeeper/lab/given-passkeys';
import { givenTotp } from '@innkeeper/lab/given-two-factor';
import { openOperator } from '@innkeeper/lab/operator';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('resetUser removes app, recovery codes and passkeys, mails the user, and audits it in each account', async () => {
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

test('resetUser removes passkeys from a user without another factor', async () => {
  const { userId, email } = await givenAccount(lab.db);
  await givenPasskey(lab.db, { userId });
  const reset = { user: email, reason: 'Telephone lost.' };
  await openOperator(lab).run('resetUser', reset);
  await expect(openOperator(lab).run('resetUser', reset)).rejects.toMatchObject({ code: 'wrong_state' });
});

/** Returns the mails to the address in the outbox. */
const mailsTo = (address: string) =>
  lab.db.selectFrom('mails').select(['template', 'user_id', 'data']).where('address', '=', address).execute();
const auditOf = (action: string, accountId: number) =>
  lab.db.selectFrom('audit_log').select(['details']).where('action', '=', action).where('account_id', '=', accountId).execute();

test('changeUser mails both addresses, changes nothing yet, and replaces a pending change', async () => {
  const now = new Date('2027-03-10T12:00:00Z');
  const operator = openOperator({ ...lab, clock: { now: () => now } });
  const { accountId, userId, email } = await givenAccount(lab.db);
  const asked = { user: email.toUpperCase(), reason: 'Passport seen.' };
  const reply = await operator.run('changeUser', { ...asked, email: 'Lost-1@example.net' });
  const times = {
    counts_from: new Date(now.getTime() + hours(48)).toISOString(),
    expires_at: new Date(now.getTime() + days(5)).toISOString(),
  };
  expect(reply).toEqual({ id: userId, email, new_email: 'lost-1@example.net', accounts: [accountId], ...times });
  const link = expect.stringContaining('?email_change=');
  expect(await mailsTo('lost-1@example.net')).toMatchObject([
    { template: 'email-lost-new', user_id: null, data: { before: email, link } },
  ]);
  expect(await mailsTo(email)).toMatchObject([
    { template: 'email-lost-old', user_id: userId, data: { after: 'lost-1@example.net', link } },
  ]);
  expect(await lab.db.selectFrom('users').select('email').where('id', '=', userId).execute()).toEqual([{ email }]);
  expect(await auditOf('changeUser', accountId)).toEqual([
    { details: { reason: 'Passport seen.', email: 'lost-1@example.net' } },
  ]);
  await operator.run('changeUser', { ...asked, email: 'lost-2@example.net' });
  const rows = lab.db.selectFrom('email_changes').select(['email', 'outcome']).where('user_id', '=', userId).orderBy('id');
  expect(await rows.execute()).toEqual([
    { email: 'lost-1@example.net', outcome: 'replaced' },
    { email: 'lost-2@example.net', outcome: null },
  ]);
});

test('changeUser refuses unknown and suspended users and addresses in use, and requires a reason', async () => {
  const operator = openOperator(lab);
  const [{ email, userId }, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const ask = (changes: object) =>
    operator.run('changeUser', { user: email, email: 'lost-3@example.net', reason: 'Passport seen.', ...changes });
  await expect(ask({ user: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask({ email: email.toUpperCase() })).rejects.toMatchObject({ code: 'validation' });
  await expect(ask({ email: other.email.toUpperCase() })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(ask({ reason: ' ' })).rejects.toThrow();
  await lab.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', userId).execute();
  await expect(ask({})).rejects.toMatchObject({ code: 'wrong_state' });
  expect(await mailsTo('lost-3@example.net')).toEqual([]);
});

test('withdrawUser ends a pending change, with an audit line for each account', async () => {
  const operator = openOperator(lab);
  const { accountId, userId, email } = await givenAccount(lab.db);
  const withdraw = () => operator.run('withdrawUser', { user: email, reason: 'She has not asked.' });
  await expect(withdraw()).rejects.toMatchObject({ code: 'wrong_state' });
  await operator.run('changeUser', { user: email, email: 'lost-4@example.net', reason: 'Passport seen.' });
  expect(await withdraw()).toEqual({ id: userId, email, new_email: 'lost-4@example.net', accounts: [accountId] });
  const rows = lab.db.selectFrom('email_changes').select('outcome').where('user_id', '=', userId);
  expect(await rows.execute()).toEqual([{ outcome: 'stopped' }]);
  expect(await auditOf('withdrawUser', accountId)).toEqual([
    { details: { reason: 'She has not asked.', email: 'lost-4@example.net' } },
  ]);
  await expect(withdraw()).rejects.toMatchObject({ code: 'wrong_state' });
});
