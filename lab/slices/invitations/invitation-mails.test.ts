/** Tests mails of invitations: names without links, few mails from a free account, and one a week to an address without a user. */
import { sendMails } from '@innkeeper/jobs/send-mails';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type FakeMail, fakeMail } from '../../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaidOrder } from '../../given-invoices.ts';
import { PASSWORD } from '../../given-sessions.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let start = now;
const clock = { now: () => new Date(now) };
let lab: Lab;
let mail: FakeMail;
let address: string;
let count = 0;
beforeAll(async () => {
  lab = await openLab({ clock, openBucket: () => () => ({ limit: 1000, remaining: 999 }), settings: { membersPerAccount: 40 } });
});
afterAll(() => lab.close());
beforeEach(() => {
  // Failed attempts use the same clock, so it never goes back.
  now += days(60);
  start = now;
  mail = fakeMail();
  count += 1;
  address = `guest-${count}@example.net`;
});

const invite = (owner: GivenAccount, email = address) =>
  lab.call('createInvitation', { body: { email, role: 'billing' } }, owner);
const resend = (owner: GivenAccount, id: number) => lab.call('resendInvitation', { params: { id } }, owner);
const send = () => sendMails({ ...givenJobCx(lab.db, { clock }), mail });
/** Sends due mails and returns the links of all invitations that the address has received. */
async function received(to = address): Promise<string[]> {
  await send();
  return mail.sent
    .filter((one) => one.to.toLowerCase() === to.toLowerCase())
    .map(({ text }) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '');
}
const named = async (company_name: string | null, name = 'Given') => {
  const owner = await givenAccount(lab.db);
  await lab.db
    .updateTable('accounts')
    .set({ company_name, company: company_name !== null })
    .where('id', '=', owner.accountId)
    .execute();
  await lab.db.updateTable('users').set({ name }).where('id', '=', owner.userId).execute();
  return owner;
};
const join = (secret: string) => lab.call('joinWithNewUser', { body: { secret, name: 'Grace', password: PASSWORD } });

test('leaves names with links out of the mail, and truncates long ones', async () => {
  const spam = await named(`Win at https://buy.example/${'x'.repeat(200)}`, 'buy-now.example/x');
  await invite(spam);
  await send();
  const [first] = mail.sent;
  expect(first?.subject).toBe(`account ${spam.accountId} invites you to account ${spam.accountId}`);
  for (const words of ['buy', 'Win']) expect(`${first?.subject}${first?.text}`).not.toContain(words);
  const long = await named('L'.repeat(255), 'Ada\u202E Example');
  await invite(long, `other-${address}`);
  await send();
  expect(mail.sent[1]?.subject).toBe(`Ada Example invites you to ${'L'.repeat(59)}…`);
});

test('an account sends at most five per day before its first paid order, including resent ones', async () => {
  const owner = await givenAccount(lab.db, { funds: 10_000n });
  const { id } = (await invite(owner)).body;
  for (const n of [1, 2]) expect((await invite(owner, `${n}-${address}`)).status).toBe(201);
  for (const _ of [1, 2]) expect((await resend(owner, id)).status).toBe(200);
  const refused = {
    status: 422,
    body: { message: expect.stringMatching(/at most 5 invitations per day before its first paid order/) },
  };
  expect(await resend(owner, id)).toMatchObject(refused);
  expect(await invite(owner, `3-${address}`)).toMatchObject(refused);
  await lab.call('deleteInvitation', { params: { id } }, owner);
  expect(await invite(owner)).toMatchObject(refused);
  await givenPaidOrder(lab.db, { accountId: owner.accountId, now: new Date(now) });
  await lab.db
    .updateTable('orders')
    .set({ paid_at: new Date(now) })
    .where('account_id', '=', owner.accountId)
    .execute();
  for (let n = 4; n < 29; n += 1) expect((await invite(owner, `${n}-${address}`)).status).toBe(201);
  expect((await invite(owner, `30-${address}`)).body.message).toMatch(/at most 30 invitations per day\./);
});

test('an invitation by a second account does not reveal the first: its mail waits for a week', async () => {
  const [first, second] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const replies = [await invite(first)];
  expect(await received()).toHaveLength(1);
  now += days(2);
  replies.push(await invite(second, address.toUpperCase()));
  const later = replies[1]?.body;
  expect([later.sent_at, later.expires_at].map((at) => Date.parse(at) - now)).toEqual([0, days(7)]);
  expect(Object.keys(later)).toEqual(Object.keys(replies[0]?.body));
  now = start + days(7) - minutes(1);
  expect(await received()).toHaveLength(1);
  now = start + days(7);
  const [, link] = await received();
  // The invitation is valid as long as any other.
  now += days(7) - minutes(1);
  expect((await join(link as string)).body).toMatchObject({ account_id: second.accountId });
  expect(await received()).toHaveLength(2);
});

test('of two accounts that invite an address at the same time, the mail of one waits', async () => {
  const owners = [await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)];
  expect((await Promise.all(owners.map((owner) => invite(owner)))).map(({ status }) => status)).toEqual([201, 201, 201]);
  const seen = [];
  for (const week of [0, 1, 2]) {
    now = start + days(7) * week;
    seen.push((await received()).length);
  }
  expect(seen).toEqual([1, 2, 3]);
});

test('a waiting mail is dropped if its invitation is withdrawn, and resending does not send it earlier', async () => {
  const [first, second, third] = [await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)];
  const own = (await invite(first)).body.id;
  const [again, gone] = [(await invite(second)).body.id, (await invite(third)).body.id];
  expect(await received()).toHaveLength(1);
  expect([(await resend(second, again)).status, (await resend(first, own)).status]).toEqual([200, 200]);
  // The mail that the first account resends counts only toward the daily limit of that account.
  const links = await received();
  expect(links).toHaveLength(2);
  await lab.call('deleteInvitation', { params: { id: gone } }, third);
  now = start + days(7);
  const all = await received();
  expect(all).toHaveLength(3);
  expect((await join(all[2] as string)).body).toMatchObject({ account_id: second.accountId });
  now += days(30);
  expect(await received()).toHaveLength(3);
});

test('an existing user is mailed at once, by any number of accounts', async () => {
  const user = await givenAccount(lab.db);
  for (const owner of [await givenAccount(lab.db), await givenAccount(lab.db)]) await invite(owner, user.email);
  expect(await received(user.email)).toHaveLength(2);
});
