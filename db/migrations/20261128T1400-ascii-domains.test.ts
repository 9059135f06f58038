import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenInvitation } from '@innkeeper/lab/given-members';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from './all.gen.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

const migrate = async () => MIGRATIONS['20261128T1400-ascii-domains']?.up(lab.db);
const emailOf = async (id: number) =>
  (await lab.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

test('converts addresses of a home made before, and no other text', async () => {
  const [ada, bob, cyd, dan] = [
    ...[await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)],
  ] as const;
  const set = (id: number, email: string) => lab.db.updateTable('users').set({ email }).where('id', '=', id).execute();
  await set(ada.userId, 'ada@bücher.example');
  await set(bob.userId, 'bob@bücher.example');
  await set(cyd.userId, 'Bob@xn--bcher-kva.example');
  await set(dan.userId, 'dän@ä/x.example');
  await lab.db
    .updateTable('accounts')
    .set({ tech_email: 'ops@bücher.example' })
    .where('id', 'in', [ada.accountId, bob.accountId])
    .execute();
  await lab.db.updateTable('inbox_settings').set({ address: 'hilfe@läden.example' }).execute();
  await migrate();
  await migrate();
  expect(await emailOf(ada.userId)).toBe('ada@xn--bcher-kva.example');
  // Another user has the ASCII form.
  expect(await emailOf(bob.userId)).toBe('bob@bücher.example');
  expect(await emailOf(dan.userId)).toBe('dän@ä/x.example');
  const contacts = lab.db.selectFrom('accounts').select('tech_email').where('id', 'in', [ada.accountId, bob.accountId]);
  expect(await contacts.execute()).toEqual(Array(2).fill({ tech_email: 'ops@xn--bcher-kva.example' }));
  const inbox = await lab.db.selectFrom('inbox_settings').select('address').executeTakeFirstOrThrow();
  expect(inbox.address).toBe('hilfe@xn--lden-loa.example');
});

test('converts addresses that become those of users: open changes, sign-ups and invitations', async () => {
  const [ada, bob] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const email = 'eva@bücher.example';
  const now = new Date();
  await lab.db
    .insertInto('email_changes')
    .values({
      ...{ user_id: ada.userId, email, old_email: 'ada@läden.example', created_at: now },
      ...{ new_hash: Buffer.alloc(32, 1), old_hash: Buffer.alloc(32, 2), expires_at: new Date(now.getTime() + 86_400_000) },
    })
    .execute();
  await lab.db.insertInto('sign_ups').values({ email, language: 'en', created_at: now }).execute();
  // The ASCII form is taken in the account of Bob only.
  await givenInvitation(lab.db, { accountId: ada.accountId, email });
  await givenInvitation(lab.db, { accountId: bob.accountId, email });
  await givenInvitation(lab.db, { accountId: bob.accountId, email: 'eva@xn--bcher-kva.example' });
  await migrate();
  const ascii = 'eva@xn--bcher-kva.example';
  const changes = await lab.db.selectFrom('email_changes').select(['email', 'old_email']).execute();
  expect(changes).toEqual([{ email: ascii, old_email: 'ada@xn--lden-loa.example' }]);
  expect(await lab.db.selectFrom('sign_ups').select('email').execute()).toEqual([{ email: ascii }]);
  const invitations = await lab.db.selectFrom('invitations').select(['account_id', 'email']).orderBy('id').execute();
  expect(invitations).toEqual([
    { account_id: ada.accountId, email: ascii },
    { account_id: bob.accountId, email },
    { account_id: bob.accountId, email: ascii },
  ]);
});
