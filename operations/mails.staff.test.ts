import { insertMails } from '@innkeeper/db/tables/mails';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('listMails shows waiting and failed mails, and retryMail sends only abandoned ones again', async () => {
  const { accountId, email } = await givenAccount(lab.db);
  const now = new Date();
  const mail = (once: string, fields = {}) => ({
    ...{ account_id: accountId, address: email, template: 'charge-failed', language: 'en', data: '{}', once },
    ...{ created_at: now, next_try_at: now, ...fields },
  });
  await insertMails(lab.db, [
    mail('waits'),
    mail('sent', { sent_at: now }),
    mail('failed', { failed_at: now, tries: 8, error: 'no' }),
  ]);
  const states = async (input = {}) => (await operator.run('listMails', input)).data.map(({ state }) => state);
  expect(await states()).toEqual(['failed', 'waiting']);
  expect(await states({ failed: true })).toEqual(['failed']);
  expect(await states({ all: true })).toEqual(['failed', 'sent', 'waiting']);
  const [failed] = (await operator.run('listMails', { failed: true })).data;
  expect(await operator.run('retryMail', { mail: failed?.id })).toMatchObject({ state: 'waiting', tries: 0 });
  await expect(operator.run('retryMail', { mail: failed?.id })).rejects.toThrow('has not failed');
  await expect(operator.run('retryMail', { mail: 999 })).rejects.toThrow('Mail 999 does not exist.');
});
