/** Tests mail with files while a virus scanner is configured. The mail is accepted, and infected files are left out of its ticket. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeClamd, openFakeClamd, SLOW_FILE_TEXT, VIRUS, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, PARSER_HERE, rawMail } from '@innkeeper/lab/received-mail';
import { signed } from '@innkeeper/lab/signed-mail';
import { LOOP_LIMITS } from '@innkeeper/model/mail-in/destination';
import { fairnessKey } from '@innkeeper/model/support/scanner';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

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
  await operator.run('setInbox', { address: 'support@shop.example' });
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

const signedWith: typeof unsignedWith = (...given) => unsignedWith(...given).then(signed);

/** Returns an unsigned mail with these files. Default sender: `me`. */
async function unsignedWith(
  files: Record<string, string>,
  headers: Record<string, string> = {},
  from = me.email,
): Promise<string> {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`,
  );
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nHere is the log.\r\n${parts.join('')}--b--`;
  return rawMail(
    {
      ...{ From: from, To: 'support@shop.example', Subject: 'It hangs' },
      ...{ 'Content-Type': 'multipart/mixed; boundary=b', ...headers },
    },
    body,
  );
}
const latest = async (ticket: number | null) => (await operator.run('showTicket', { ticket })).messages.at(-1);
const contentOf = (ticket: number | null) =>
  lab.db.selectFrom('ticket_messages').select('content').where('ticket_id', '=', ticket).orderBy('id', 'desc').executeTakeFirst();
const alerts = async () => (await openAlerts(lab.db)).map(({ kind }) => kind);

test('leaves an infected file out of a new ticket, which says so; only the raw mail contains it', async () => {
  const files = { 'boot.log': 'kernel panic', '<b>fix.exe': `MZ ${VIRUS}` };
  const { outcome, ticket_id, id } = await inbox.take(await signedWith(files));
  expect(outcome).toBe('opened');
  expect((await latest(ticket_id))?.attachments).toMatchObject([{ name: 'boot.log' }]);
  const content = 'Here is the log.<br /><br />[A file was removed because it contains a virus: &lt;b&gt;fix.exe.]';
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

test('leaves an infected file out of a reply', async () => {
  const ticket = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });
  const { outcome, ticket_id } = await inbox.take(await signedWith({ 'a.exe': VIRUS }, { Subject: `Re: [#${ticket}] Given` }));
  expect([outcome, ticket_id]).toEqual(['reply', ticket]);
  expect(await latest(ticket)).toMatchObject({
    attachments: [],
    text: expect.stringContaining('it contains a virus: a.exe.'),
  });
});

test('does not scan or store files of a mail that enters no ticket', async () => {
  const unknown = 'nobody@unknown.example';
  const before = await readdir(directory);
  const asked = clamd.asked();
  expect((await inbox.take(await signedWith({ 'a.exe': VIRUS }, {}, unknown))).outcome).toBe('refused');
  expect(clamd.asked()).toBe(asked);
  expect(await readdir(directory)).toHaveLength(before.length + 1);
});

test('scans the files of a mail that enters a ticket only at a second check', async () => {
  const chatty = 'chatty@unknown.example';
  const plain = { From: chatty, To: 'support@shop.example' };
  for (let sent = 0; sent < LOOP_LIMITS.ofSender; sent += 1) await inbox.take(await signed(rawMail(plain)));
  await operator.run('setInbox', { unknown_senders: 'ticket' });
  const id = await inbox.receive(await signedWith({ 'a.log': 'a', 'b.exe': VIRUS }, {}, chatty));
  // The hourly limit of mails is reached. The hour ends after the first check of the recipient.
  let looks = 0;
  const read = (raw: Uint8Array) => {
    looks = 1;
    return PARSER_HERE.read(raw);
  };
  const later = { now: () => new Date(now.getTime() + (looks-- === 1 ? 0 : hours(2))) };
  const slow = openLabInbox(lab, directory, { clock: later, parser: { ...PARSER_HERE, read } });
  const [asked, before] = [clamd.asked(), await readdir(directory)];
  expect(await handleReceivedMails(slow.cx)).toBe(0);
  expect([await outcomes(id), clamd.asked(), await readdir(directory)]).toEqual([[null], asked, before]);
  await slow.close();
  now = new Date(now.getTime() + hours(2));
  expect(await handleReceivedMails(inbox.cx)).toBe(1);
  const { ticket_id, outcome } = await lab.db
    .selectFrom('received_mails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([outcome, (await latest(ticket_id))?.attachments.map(({ name }) => name)]).toEqual(['opened', ['a.log']]);
  await operator.run('setInbox', { unknown_senders: 'refuse' });
});

test('while the scanner is unavailable, only mails with files wait, and the operator is alerted once', async () => {
  const before = await readdir(directory);
  clamd.be('no answer');
  const [one, two] = [
    await inbox.take(await signedWith({ 'a.log': 'a' })),
    await inbox.take(await signedWith({ 'b.exe': VIRUS })),
  ];
  expect([one.outcome, two.outcome]).toEqual([null, null]);
  const plain = rawMail({ From: me.email, To: 'support@shop.example' });
  expect((await inbox.take(await signed(plain))).outcome).toBe('opened');
  expect(await alerts()).toEqual(['scanner_away']);
  // The two waiting mails have stored only their raw text.
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

test('while the scanner is unavailable, it is called once for all due mails', async () => {
  await clamd.goAway();
  await clamd.comeBack();
  const waiting = [];
  clamd.be('closes');
  for (const name of ['a', 'b', 'c']) waiting.push(await inbox.take(await signedWith({ [`${name}.log`]: name })));
  expect(waiting.map(({ outcome }) => outcome)).toEqual([null, null, null]);
  const asked = clamd.asked();
  now = new Date(now.getTime() + minutes(10));
  expect(await handleReceivedMails(inbox.cx)).toBe(0);
  expect(clamd.asked()).toBe(asked + 1);
  clamd.be('well');
  now = new Date(now.getTime() + minutes(30));
  expect(await handleReceivedMails(inbox.cx)).toBe(3);
});

const outcomes = async (...ids: number[]) => {
  const rows = await lab.db.selectFrom('received_mails').select(['id', 'outcome']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.outcome);
};

/** Receives mails with slow files. `from` is the claimed sender. */
async function slowMails(count: number, from: string, mailOf = signedWith): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const mail = await mailOf({ 'a.zip': SLOW_FILE_TEXT, 'b.zip': SLOW_FILE_TEXT }, { Subject: `Slow ${at}` }, from);
    ids.push(await inbox.receive(mail));
  }
  return ids;
}

/** Answers slow files one after another until `done` returns true. */
async function releasedUntil(done: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      clamd.release();
      expect(await done()).toBe(true);
    },
    { timeout: 20_000, interval: 20 },
  );
}

test('slow files of one sender block no mail of others, and use only one slot of the scanner', async () => {
  const patient = openLabInbox(lab, directory, { clock: { now: () => now } });
  const [slow, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const ofSlow = await slowMails(3, slow.email);
  const first = await inbox.receive(await signedWith({ 'a.log': 'a' }, {}, other.email));
  const run = handleReceivedMails(patient.cx);
  await vi.waitFor(async () => expect(await outcomes(first)).toEqual(['opened']));
  const later = await inbox.receive(await signedWith({ 'b.exe': VIRUS }, {}, other.email));
  await vi.waitFor(async () => expect(await outcomes(later)).toEqual(['opened']));
  expect([clamd.held(), await outcomes(...ofSlow)]).toEqual([1, [null, null, null]]);
  await releasedUntil(async () => (await outcomes(...ofSlow)).every((outcome) => outcome === 'opened'));
  expect(await run).toBe(5);
  const tickets = await lab.db
    .selectFrom('tickets')
    .select('subject')
    .where('account_id', '=', slow.accountId)
    .orderBy('id')
    .execute();
  // The order varies, because DNS may answer later for the first mail than for the second.
  expect(new Set(tickets.map(({ subject }) => subject))).toEqual(new Set(['Slow 0', 'Slow 1', 'Slow 2']));
  expect(tickets).toHaveLength(3);
  expect(await alerts()).toEqual([]);
  await patient.close();
});

test('mails of unverified senders share two scanner slots, whatever members they claim to be from', async () => {
  const patient = openLabInbox(lab, directory, { clock: { now: () => now } });
  await operator.run('setInbox', { unknown_senders: 'ticket' });
  const ids: number[] = [];
  for (let at = 0; at < 4; at += 1) ids.push(...(await slowMails(1, (await givenAccount(lab.db)).email, unsignedWith)));
  const run = handleReceivedMails(patient.cx);
  await vi.waitFor(() => expect(clamd.held()).toBe(2));
  const mine = await inbox.receive(await signedWith({ 'a.log': 'a' }));
  await vi.waitFor(async () => expect(await outcomes(mine)).toEqual(['opened']));
  expect([clamd.held(), await outcomes(...ids)]).toEqual([2, [null, null, null, null]]);
  await releasedUntil(async () => (await outcomes(...ids)).every((outcome) => outcome === 'opened'));
  expect(await run).toBe(5);
  await patient.close();
});

test('retries a mail that got no scanner slot, without an alert', async () => {
  const scanners = openScanners({ waitMs: 50 });
  const busy = openLabInbox(lab, directory, { clock: { now: () => now }, scanners });
  const place = { socket: clamd.socket, host: null, port: null };
  const forms = [SLOW_FILE_TEXT, SLOW_FILE_TEXT].map((content) =>
    scanners(place, fairnessKey(me.accountId)).scan(Readable.from([Buffer.from(content)])),
  );
  await vi.waitFor(() => expect(clamd.held()).toBe(2));
  const id = await inbox.receive(await signedWith({ 'a.log': 'a' }));
  expect(await handleReceivedMails(busy.cx)).toBe(0);
  expect([await outcomes(id), await alerts(), (await operator.run('showScanner')).away]).toEqual([[null], [], null]);
  clamd.release();
  await Promise.all(forms);
  now = new Date(now.getTime() + minutes(1));
  expect(await handleReceivedMails(busy.cx)).toBe(1);
  expect(await outcomes(id)).toEqual(['opened']);
  await busy.close();
});
