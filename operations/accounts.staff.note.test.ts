import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('noteAccount writes a note, which showAccount lists with its author, latest first, hidden from the account', async () => {
  const operator = openOperator(lab);
  const { accountId, email } = await givenAccount(lab.db);
  await operator.run('noteAccount', { account: email, text: 'Pays late,\nand always pays.' });
  expect(await operator.run('noteAccount', { account: String(accountId), text: 'Second' })).toMatchObject({
    account: accountId,
    text: 'Second',
  });
  const { notes } = await operator.run('showAccount', { account: email });
  expect(notes).toMatchObject([{ text: 'Second', by: expect.stringMatching(/./) }, { text: 'Pays late,\nand always pays.' }]);
  const lines = await lab.db.selectFrom('audit_log').select('account_id').where('action', '=', 'noteAccount').execute();
  expect(lines).toEqual([{ account_id: null }, { account_id: null }]);
  await expect(operator.run('noteAccount', { account: email, text: '' })).rejects.toThrow();
});
