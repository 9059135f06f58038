/** Tests mail whose headers are about delivery: lists, suppressed replies, alarms. It is read like mail of a person, and never answered. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail } from '@innkeeper/lab/received-mail';
import { signed as signedAt } from '@innkeeper/lab/signed-mail';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: TestDatabase;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let me: GivenAccount;
let ticketAddress: string;
let now = new Date();
const signed = (raw: string) => signedAt(raw, now);
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-delivery-'));
  const clock = { now: () => now };
  inbox = openLabInbox(lab, directory, { clock });
  operator = openOperator({ ...lab, attachments: directory, clock });
  await operator.run('setInbox', { address: SUPPORT });
  me = await givenAccount(lab.db);
  const ticket = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });
  const row = await lab.db.selectFrom('tickets').select('mail_token').where('id', '=', ticket).executeTakeFirstOrThrow();
  ticketAddress = `support+${row.mail_token}@shop.example`;
});
afterAll(async () => {
  await inbox.close();
  await lab.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  now = new Date(now.getTime() + days(2));
});

const SUPPORT = 'support@shop.example';
const UNKNOWN = 'robot@unknown.example';
const countMails = async () => (await lab.db.selectFrom('mails').select('id').execute()).length;

/** Headers of a mail, and its outcome: at the address of a ticket, from a member, from an unknown sender. A new form is one line. */
const FORMS: readonly (readonly [Record<string, string>, [ticket: string, member: string, unknown: string]])[] = [
  [
    { 'List-Id': '<it.kunde.example>', Precedence: 'list', 'Mailing-list': 'list it@kunde.example' },
    ['reply', 'opened', 'ignored'],
  ],
  [{ 'List-Id': '<support.shop.example>', Precedence: 'list' }, ['reply', 'opened', 'ignored']],
  [{ 'X-Auto-Response-Suppress': 'All' }, ['reply', 'opened', 'ignored']],
  [{ Precedence: 'bulk' }, ['reply', 'opened', 'ignored']],
  [{ 'Auto-Submitted': 'auto-generated' }, ['reply', 'opened', 'ignored']],
  [{ 'Auto-Submitted': 'auto-replied' }, ['ignored', 'ignored', 'ignored']],
  [{ Subject: 'Automatic reply: It hangs', 'Auto-Submitted': 'auto-generated' }, ['ignored', 'ignored', 'ignored']],
  [{ 'X-Innkeeper-Mail': 'yes' }, ['ignored', 'ignored', 'ignored']],
  [{ 'Return-Path': '<>' }, ['ignored', 'ignored', 'ignored']],
];

test.each(FORMS)('%j is %j, and nothing is sent back', async (headers, outcomes) => {
  const before = await countMails();
  const take = async (raw: string) => (await inbox.take(raw)).outcome;
  expect([
    await take(await signed(rawMail({ From: me.email, To: ticketAddress, Subject: 'Re: It hangs', ...headers }))),
    await take(await signed(rawMail({ From: me.email, To: SUPPORT, Subject: 'It hangs', ...headers }))),
    await take(await signed(rawMail({ From: UNKNOWN, To: SUPPORT, Subject: 'Alarm', ...headers }))),
  ]).toEqual(outcomes);
  expect(await countMails()).toBe(before);
});

test('a mail through a list that no ticket has room for is refused without a mail', async () => {
  const full = await givenAccount(lab.db);
  for (let i = 0; i < 50; i += 1) await givenTicket(lab.db, { accountId: full.accountId });
  const before = await countMails();
  const raw = rawMail({ From: full.email, To: SUPPORT, Subject: 'One more', 'List-Id': '<it.kunde.example>' });
  expect(await inbox.take(await signed(raw))).toMatchObject({ outcome: 'refused', why: 'no_capacity' });
  expect(await countMails()).toBe(before);
});

test('an automatic reply that an operator releases gets no answer', async () => {
  const before = await countMails();
  const raw = rawMail({ From: me.email, To: SUPPORT, Subject: 'It hangs', 'Auto-Submitted': 'auto-replied' });
  const { id } = await inbox.take(await signed(raw));
  await operator.run('releaseInbox', { mail: id });
  await inbox.take(rawMail({ From: UNKNOWN, To: SUPPORT, 'Return-Path': '<>' }));
  expect((await operator.run('listInbox')).data.find((one) => one.id === id)).toMatchObject({ outcome: 'opened' });
  expect(await countMails()).toBe(before);
});

test('ten mails a day through lists that name members and reach no ticket open one alert', async () => {
  const alerts = async () => (await openAlerts(lab.db)).filter(({ kind }) => kind === 'mail_unverified');
  const member = await givenAccount(lab.db);
  const take = (from: string) => inbox.take(rawMail({ From: from, To: SUPPORT, 'List-Id': '<it.kunde.example>' }));
  for (let i = 0; i < 12; i += 1) await take(UNKNOWN);
  await take(me.email);
  now = new Date(now.getTime() + days(1) + minutes(1));
  for (let i = 0; i < 9; i += 1) expect(await take(i % 2 ? me.email : member.email)).toMatchObject({ why: 'unverified' });
  expect(await alerts()).toEqual([]);
  const tenth = await take(me.email);
  await take(me.email);
  expect(await alerts()).toMatchObject([{ message: expect.stringContaining(`mail ${tenth.id}`) }]);
});
