import { transact } from '@innkeeper/domain/context';
import { sendSignUpLink } from '@innkeeper/domain/sign-up/send-link';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { TERMS } from '@innkeeper/lab/given-sign-up';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let now = new Date('2027-03-10T12:00:00Z');
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ ...lab, clock });
});
afterAll(() => lab.close());

const terms = { terms_version: TERMS.version, terms_url: TERMS.url };

test('sign-up is closed initially, and setSignup opens it only with terms of service', async () => {
  expect(await operator.run('showSignup')).toMatchObject({ mode: 'closed', terms_version: null, terms_url: null, asked: 0 });
  const refusals = [{}, { mode: 'open' }, { mode: 'open', terms_version: '1' }, { terms_url: TERMS.url }, { mode: 'everybody' }];
  for (const input of refusals) await expect(operator.run('setSignup', input)).rejects.toThrow();
  expect(await operator.run('setSignup', { mode: 'open', ...terms })).toMatchObject({ mode: 'open', ...terms });
  expect(await operator.run('setSignup', { terms_version: '2027-01' })).toMatchObject({ mode: 'open', terms_version: '2027-01' });
  expect(await operator.run('setSignup', { mode: 'closed' })).toMatchObject({ mode: 'closed', terms_url: TERMS.url });
  const lines = lab.db.selectFrom('audit_log').select('details').where('action', '=', 'setSignup').orderBy('id');
  expect((await lines.execute()).map(({ details }) => details)).toEqual([
    { mode: 'open', ...terms },
    { terms_version: '2027-01' },
    { mode: 'closed' },
  ]);
});

test('inviteSignup mails a link for a week unless closed or already a user; listSignups shows the result', async () => {
  const invite = (email: string) => operator.run('inviteSignup', { email, language: 'de' });
  await operator.run('setSignup', { mode: 'closed', ...terms });
  await expect(invite('bob@example.org')).rejects.toMatchObject({ code: 'wrong_state' });
  await operator.run('setSignup', { mode: 'invitation' });
  const { email } = await givenAccount(lab.db);
  await expect(invite(email)).rejects.toMatchObject({ code: 'wrong_state' });
  const invited = await invite('bob@example.org');
  expect(invited).toMatchObject({ email: 'bob@example.org', state: 'waiting', asked_from: null, invited_by: expect.any(String) });
  // A second invitation before the first mail is sent results in one mail.
  expect(await invite('bob@example.org')).toMatchObject({ id: invited.id });
  const sent = transact(givenJobCx(lab.db, { clock }), (cx) => sendSignUpLink(cx, invited.id));
  expect(await sent).toBe(true);
  const mails = lab.db.selectFrom('mails').select(['template', 'language']).where('address', '=', 'bob@example.org');
  expect(await mails.execute()).toEqual([{ template: 'sign-up', language: 'de' }]);
  const expires_at = new Date(now.getTime() + days(7)).toISOString();
  expect((await operator.run('listSignups')).data).toMatchObject([{ id: invited.id, state: 'sent', expires_at }]);
  now = new Date(now.getTime() + days(7));
  expect((await operator.run('listSignups')).data).toMatchObject([{ id: invited.id, state: 'expired' }]);
});
