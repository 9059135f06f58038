/** Mail with files, where the operator has a virus scanner: the mail is taken, and what is infected is not in its ticket. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeClamd, openFakeClamd, VIRUS, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail, vouched } from '@innkeeper/lab/received-mail';
import { minutes } from '@innkeeper/model/clock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let clamd: FakeClamd;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let me: GivenAccount;
let now = new Date();
beforeAll(async () => {
  lab = await openTestDatabase();
  clamd = await openFakeClamd();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  const clock = { now: () => now };
  inbox = openLabInbox(lab, directory, { clock, scanners: openScanners({ scanMs: 1_000 }) });
  operator = openOperator({ ...lab, attachments: directory, clock });
  await operator.run('setInbox', { address: 'support@shop.example', authserv_id: 'mx.shop.example' });
  await operator.run('setScanner', { socket: clamd.socket });
  me = await givenAccount(lab.db);
});
afterEach(() => clamd.be('well'));
afterAll(async () => {
  await inbox.close();
  await clamd.close();
  await lab.close();
  await rm(directory, { recursive: true });
});

/** From me, with these files. */
function mailWith(files: Record<string, string>, headers: Record<string, string> = {}): string {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`,
  );
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nHere is the log.\r\n${parts.join('')}--b--`;
  return rawMail(
    {
      ...{ From: me.email, To: 'support@shop.example', Subject: 'It hangs', 'Authentication-Results': vouched(me.email) },
      ...{ 'Content-Type': 'multipart/mixed; boundary=b', ...headers },
    },
    body,
  );
}
const latest = async (ticket: number | null) => (await operator.run('showTicket', { ticket })).messages.at(-1);
const contentOf = (ticket: number | null) =>
  lab.db.selectFrom('ticket_messages').select('content').where('ticket_id', '=', ticket).orderBy('id', 'desc').executeTakeFirst();
const alerts = async () => (await openAlerts(lab.db)).map(({ kind }) => kind);

test('an infected file is left out of a new ticket, which says so, and only the raw mail has it', async () => {
  const files = { 'boot.log': 'kernel panic', '<b>fix.exe': `MZ ${VIRUS}` };
  const { outcome, ticket_id, id } = await inbox.take(mailWith(files));
  expect(outcome).toBe('opened');
  expect((await latest(ticket_id))?.attachments).toMatchObject([{ name: 'boot.log' }]);
  const content = 'Here is the log.<br /><br />[A file is left out, since a virus was found in it: &lt;b&gt;fix.exe.]';
  expect(await contentOf(ticket_id)).toEqual({ content });
  const raw = await lab.db.selectFrom('received_mails').select('key').where('id', '=', id).executeTakeFirstOrThrow();
  const rows = await lab.db.selectFrom('ticket_attachments').select('key').execute();
  expect((await readdir(directory)).sort()).toEqual([raw.key, ...rows.map(({ key }) => key)].sort());
  const lines = await lab.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.infected').execute();
  expect(lines).toMatchObject([
    {
      ...{ account_id: me.accountId, resource_kind: 'ticket', resource_id: ticket_id },
      details: {
        file: '<b>fix.exe',
        found: VIRUS_NAME,
        from: me.email.toLowerCase(),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
});

test('an infected file is left out of an answer', async () => {
  const ticket = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });
  const { outcome, ticket_id } = await inbox.take(mailWith({ 'a.exe': VIRUS }, { Subject: `Re: [#${ticket}] Given` }));
  expect([outcome, ticket_id]).toEqual(['reply', ticket]);
  expect(await latest(ticket)).toMatchObject({
    attachments: [],
    text: expect.stringContaining('a virus was found in it: a.exe.'),
  });
});

test('while the scanner is away, mails with files wait, all others go on, and the operator is told once', async () => {
  const before = await readdir(directory);
  clamd.be('no answer');
  const [one, two] = [await inbox.take(mailWith({ 'a.log': 'a' })), await inbox.take(mailWith({ 'b.exe': VIRUS }))];
  expect([one.outcome, two.outcome]).toEqual([null, null]);
  const plain = { From: me.email, To: 'support@shop.example', 'Authentication-Results': vouched(me.email) };
  expect((await inbox.take(rawMail(plain))).outcome).toBe('opened');
  expect(await alerts()).toEqual(['scanner_away']);
  // Of the two that wait, nothing but the raw mails.
  expect(await readdir(directory)).toHaveLength(before.length + 3);
  clamd.be('well');
  expect(await handleReceivedMails(inbox.cx)).toBe(0);
  now = new Date(now.getTime() + minutes(10));
  expect(await handleReceivedMails(inbox.cx)).toBe(2);
  const rows = await lab.db.selectFrom('received_mails').selectAll().where('id', 'in', [one.id, two.id]).orderBy('id').execute();
  expect(rows.map(({ outcome }) => outcome)).toEqual(['opened', 'opened']);
  expect((await latest(rows[0]?.ticket_id ?? null))?.attachments).toMatchObject([{ name: 'a.log' }]);
  expect((await latest(rows[1]?.ticket_id ?? null))?.attachments).toEqual([]);
  expect(await alerts()).toEqual([]);
  expect(await lab.db.selectFrom('due_failures').selectAll().execute()).toEqual([]);
});

test('while it is away, it is asked once for all mails that are due', async () => {
  await clamd.goAway();
  await clamd.comeBack();
  const waiting = [];
  clamd.be('closes');
  for (const name of ['a', 'b', 'c']) waiting.push(await inbox.take(mailWith({ [`${name}.log`]: name })));
  expect(waiting.map(({ outcome }) => outcome)).toEqual([null, null, null]);
  const asked = clamd.asked();
  now = new Date(now.getTime() + minutes(10));
  expect(await handleReceivedMails(inbox.cx)).toBe(0);
  expect(clamd.asked()).toBe(asked + 1);
  clamd.be('well');
  now = new Date(now.getTime() + minutes(30));
  expect(await handleReceivedMails(inbox.cx)).toBe(3);
});
