import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenAlertChannels } from '@innkeeper/lab/given-alert-settings';
import { openOperator } from '@innkeeper/lab/operator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMailDomains } from './mail-domains.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

const givenUser = async (email: string): Promise<number> => {
  const { userId } = await givenAccount(lab.db);
  await lab.db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  return userId;
};

test('finds nothing wrong with ASCII domains, also with other letters before the @', async () => {
  await givenUser('dän@xn--bcher-kva.example');
  await givenAlertChannels(lab.db, { mail: ['ops@example.net'] });
  expect(await checkMailDomains(lab.db)).toEqual([]);
});

test('names addresses of users, alerts and the seller, each with its remedy', async () => {
  const [id] = [await givenUser('dan@bücher.example'), await givenUser('dan@xn--bcher-kva.example')];
  await givenAlertChannels(lab.db, { mail: ['ops@example.net', 'ops@läden.example'] });
  await lab.db.updateTable('seller').set({ email: 'shop@läden.example' }).execute();
  const finding = (why: string, remedy: string) => ({
    ...{ name: 'mail domains', ok: 'warn' },
    ...{ why: expect.stringContaining(why), remedy: expect.stringContaining(remedy) },
  });
  expect(await checkMailDomains(lab.db)).toEqual([
    finding(`dan@bücher.example (user ${id}): addresses of users`, 'user change-email ID'),
    finding('ops@läden.example: addresses of alerts', 'alert notify --mail'),
    finding('shop@läden.example: address of the seller', 'catalogue'),
  ]);
});

test('the named user gets another address by id, where the address would name the other user', async () => {
  const [id, other] = [await givenUser('dan@bücher.example'), await givenUser('dan@xn--bcher-kva.example')];
  const change = (user: string) =>
    openOperator(lab).run('changeUser', { user, email: `dan-${user.length}@example.net`, reason: 'Passport seen.' });
  expect(await change(String(id))).toMatchObject({ id, email: 'dan@bücher.example' });
  expect(await change('dan@bücher.example')).toMatchObject({ id: other });
  await expect(change('999999')).rejects.toMatchObject({ code: 'not_found' });
});
