/** Tests files of a mail for which there is no room. The mail is refused before they are scanned or stored, and no part of them is left. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeClamd, openFakeClamd, SLOW_FILE_TEXT } from '@innkeeper/lab/fake-clamd';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenAttachment, givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail } from '@innkeeper/lab/received-mail';
import { signed } from '@innkeeper/lab/signed-mail';
import { Failure } from '@innkeeper/model/failures';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { labSettings } from '../settings.ts';

let lab: TestDatabase;
let clamd: FakeClamd;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  clamd = await openFakeClamd();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  inbox = openLabInbox(lab, directory, { scanners: openScanners({ scanMs: 20_000 }) });
  operator = openOperator({ ...lab, attachments: directory });
  await operator.run('setInbox', { address: 'support@shop.example', unknown_senders: 'ticket' });
});
beforeEach(async () => {
  await operator.run('setScanner', { socket: clamd.socket });
  me = await givenAccount(lab.db);
});
afterAll(async () => {
  await inbox.close();
  await clamd.close();
  await lab.close();
  await rm(directory, { recursive: true });
});

const mailOf = (from: string, { subject = 'It hangs', content = 'kernel panic' } = {}): Promise<string> =>
  signed(
    rawMail(
      { From: from, To: 'support@shop.example', Subject: subject, 'Content-Type': 'multipart/mixed; boundary=b' },
      `--b\r\nContent-Type: text/plain\r\n\r\nHere is the log.\r\n--b\r\nContent-Disposition: attachment; filename="boot.log"\r\n\r\n${content}\r\n--b--`,
    ),
  );

const givenOpenTickets = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1) await givenTicket(lab.db, { accountId: me.accountId });
};
const rowOf = (id: number) => lab.db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mailsTo = (address: string) => lab.db.selectFrom('mails').select('data').where('address', '=', address).execute();
/** Returns the number of scans and the stored files. */
const touched = async () => ({ asked: clamd.asked(), files: await readdir(directory) });

const GIB = BigInt(labSettings.ticketFileBytesPerAccount);
const ticketOfMine = () => givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });

test.each<[string, string, () => Promise<{ subject?: string; from?: string }>]>([
  ['an account that has too many open tickets', 'no_capacity', () => givenOpenTickets(50).then(() => ({}))],
  [
    'a question of nobody known, who has asked too many',
    'no_capacity',
    async () => {
      const times = { created_at: new Date(), updated_at: new Date(), waiting_since: new Date() };
      const ticket = { ...times, account_id: null, requester: 'bob@else.example', subject: 'Given', department_id: 1 };
      await lab.db.insertInto('tickets').values(Array(5).fill(ticket)).execute();
      return { from: 'bob@else.example' };
    },
  ],
  [
    'an account whose files take all of its space',
    'no_capacity',
    async () => {
      const ticketId = await ticketOfMine();
      await givenAttachment(lab.db, { accountId: me.accountId, ticketId, bytes: GIB });
      return {};
    },
  ],
  [
    'a ticket of an account whose files take all of its space',
    'no_capacity',
    async () => {
      const ticketId = await ticketOfMine();
      await givenAttachment(lab.db, { accountId: me.accountId, ticketId, bytes: GIB });
      return { subject: `Re: [#${ticketId}] Given` };
    },
  ],
  [
    'a ticket that has become too long',
    'wrong_state',
    async () => {
      const ticketId = await ticketOfMine();
      const message = { ticket_id: ticketId, created_at: new Date(), author: 'customer' as const, content: 'Given.' };
      await lab.db.insertInto('ticket_messages').values(Array(299).fill(message)).execute();
      return { subject: `Re: [#${ticketId}] Given` };
    },
  ],
])('%s: refuses the mail without scanning or storing its files', async (_where, why, given) => {
  const { from = me.email, ...mail } = await given();
  const before = await touched();
  const { outcome, ...row } = await inbox.take(await mailOf(from, mail));
  expect([outcome, row.why]).toEqual(['refused', why]);
  const after = await touched();
  expect([after.asked, after.files.length]).toEqual([before.asked, before.files.length + 1]);
  expect(await mailsTo(from)).toMatchObject([{ data: { reason: expect.any(String) } }]);
});

test('refuses a mail even if the disk has no room for its files', async () => {
  await operator.run('setScanner', { off: true });
  await givenOpenTickets(50);
  const id = await inbox.receive(await mailOf(me.email));
  const full = { ...inbox.cx.attachments, write: () => Promise.reject(new Failure('unavailable')) };
  expect(await handleReceivedMails({ ...inbox.cx, attachments: full })).toBe(1);
  expect(await rowOf(id)).toMatchObject({ outcome: 'refused', why: 'no_capacity' });
});

test('if the last room is taken during the scan, refuses the mail and leaves none of its files', async () => {
  await givenOpenTickets(49);
  const before = await readdir(directory);
  const id = await inbox.receive(await mailOf(me.email, { content: SLOW_FILE_TEXT }));
  const run = handleReceivedMails(inbox.cx);
  await vi.waitFor(() => expect(clamd.held()).toBe(1), { timeout: 10_000 });
  await givenOpenTickets(1);
  clamd.release();
  expect(await run).toBe(1);
  expect(await rowOf(id)).toMatchObject({ outcome: 'refused', why: 'no_capacity' });
  expect(await readdir(directory)).toHaveLength(before.length + 1);
  expect(await mailsTo(me.email)).toHaveLength(1);
});

test('if room is freed before the refusal is written, adds the mail with its files to a ticket', async () => {
  await givenOpenTickets(50);
  const id = await inbox.receive(await mailOf(me.email));
  // Simulates a ticket that is resolved after the first check.
  let looks = 0;
  const settings = {
    ...labSettings,
    get openTicketsPerAccount() {
      looks += 1;
      return looks === 1 ? 50 : 51;
    },
  };
  const before = await touched();
  expect(await handleReceivedMails({ ...inbox.cx, settings })).toBe(0);
  expect([(await rowOf(id)).outcome, await touched()]).toEqual([null, before]);
  expect(await handleReceivedMails({ ...inbox.cx, settings })).toBe(1);
  const { outcome, ticket_id } = await rowOf(id);
  expect([outcome, clamd.asked()]).toEqual(['opened', before.asked + 1]);
  const files = lab.db.selectFrom('ticket_attachments').select('name').where('ticket_id', '=', ticket_id);
  expect(await files.execute()).toEqual([{ name: 'boot.log' }]);
});
