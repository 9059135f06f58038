/** Tests mail whose sender is verified with DNS records, while DNS answers late or never. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { type MailNames, openMailNames } from '@innkeeper/engine/mail-in/names';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, PARSER_HERE, rawMail } from '@innkeeper/lab/received-mail';
import { LAB_NAMES, signed as signedAt, signedMail } from '@innkeeper/lab/signed-mail';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const NO_ANSWER: MailNames = openMailNames({ open: () => ({ texts: () => Promise.reject(new Error('SERVFAIL')) }) });

let lab: TestDatabase;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let now = new Date();
const signed = (raw: string) => signedAt(raw, now);
/** DNS records that the test answers with, and the number of lookups. */
let names = LAB_NAMES;
let asked = 0;
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  const clock = { now: () => now };
  const ask: MailNames['query'] = (all) => {
    asked += 1;
    return names.query(all);
  };
  inbox = openLabInbox(lab, directory, { clock, names: { query: ask } });
  operator = openOperator({ ...lab, attachments: directory, clock });
  await operator.run('setInbox', { address: 'support@shop.example' });
});
beforeEach(() => {
  names = LAB_NAMES;
  asked = 0;
});
afterAll(async () => {
  await inbox.close();
  await lab.close();
  await rm(directory, { recursive: true });
});

const questionOf = (from: string, subject = 'It hangs') => rawMail({ From: from, To: 'support@shop.example', Subject: subject });
const rowOf = (id: number) => lab.db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

test('a mail waits while DNS fails, and opens a ticket when it answers', async () => {
  const { email, accountId } = await givenAccount(lab.db);
  names = NO_ANSWER;
  const { id, outcome } = await inbox.take(await signed(questionOf(email)));
  expect(outcome).toBeNull();
  expect((await operator.run('listInbox')).data[0]).toMatchObject({ id, outcome: 'waiting', why: 'dns' });
  expect(await openAlerts(lab.db)).toEqual([]);
  names = LAB_NAMES;
  later(minutes(1));
  expect(await handleReceivedMails(inbox.cx)).toBe(1);
  expect(await rowOf(id)).toMatchObject({
    outcome: 'opened',
    why: null,
    verified_from: email.toLowerCase(),
    unanswered_domain: null,
  });
  const ticket = lab.db.selectFrom('tickets').select('id').where('account_id', '=', accountId);
  expect(await ticket.execute()).toHaveLength(1);
});

test('mail from and to domains with other letters reaches the account and its ticket', async () => {
  const me = await givenAccount(lab.db);
  const local = me.email.split('@')[0];
  await lab.db
    .updateTable('users')
    .set({ email: `${local}@xn--bcher-kva.example` })
    .where('id', '=', me.userId)
    .execute();
  await operator.run('setInbox', { address: 'hilfe@läden.example' });
  expect(await operator.run('showInbox')).toMatchObject({ address: 'hilfe@xn--lden-loa.example' });
  const raw = rawMail({ From: `${local}@bücher.example`, To: 'hilfe@Läden.example', Subject: 'It hangs' });
  const signature = { domain: 'xn--bcher-kva.example', signTime: now };
  expect(await inbox.take(await signedMail(raw, signature))).toMatchObject({
    ...{ outcome: 'opened', verified_from: `${local}@xn--bcher-kva.example` },
  });
  const ticket = lab.db.selectFrom('tickets').select('user_id').where('account_id', '=', me.accountId);
  expect(await ticket.execute()).toEqual([{ user_id: me.userId }]);
  await operator.run('setInbox', { address: 'support@shop.example' });
});

test('a mail waits for DNS for at most a day, and is then treated as from an unknown sender', async () => {
  const { email } = await givenAccount(lab.db);
  names = NO_ANSWER;
  const { id } = await inbox.take(await signed(questionOf(email)));
  later(days(1) - 1);
  await handleReceivedMails(inbox.cx);
  expect((await rowOf(id)).outcome).toBeNull();
  later(minutes(10));
  await handleReceivedMails(inbox.cx);
  expect(await rowOf(id)).toMatchObject({ outcome: 'refused', why: 'unknown', verified_from: null });
  expect(await lab.db.selectFrom('due_failures').selectAll().execute()).toEqual([]);
});

test('mails with domains that DNS never answers for do not block other mails', async () => {
  const [slow, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const first = await inbox.receive(await signed(questionOf(slow.email)));
  let answer: (() => void) | undefined;
  names = {
    query: async (all) => {
      const late = asked === 1;
      if (late) await new Promise<void>((resolve) => (answer = resolve));
      return LAB_NAMES.query(all);
    },
  };
  const run = handleReceivedMails(inbox.cx);
  await vi.waitFor(() => expect(asked).toBe(1));
  const second = await inbox.receive(await signed(questionOf(other.email)));
  await vi.waitFor(async () => expect((await rowOf(second)).outcome).toBe('opened'), { timeout: 10_000 });
  expect((await rowOf(first)).outcome).toBeNull();
  answer?.();
  expect(await run).toBe(2);
  expect((await rowOf(first)).outcome).toBe('opened');
});

test('limits the number of mails that wait for a domain that DNS never answers for', async () => {
  names = NO_ANSWER;
  const ids: number[] = [];
  for (let at = 0; at < 53; at += 1) ids.push(await inbox.receive(await signed(questionOf(`a${at}@b${at}.evil.example`))));
  await handleReceivedMails(inbox.cx);
  const rows = await lab.db.selectFrom('received_mails').select('outcome').where('id', 'in', ids).execute();
  expect(rows.filter(({ outcome }) => outcome === null)).toHaveLength(50);
  expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3);
  const { email } = await givenAccount(lab.db);
  expect((await inbox.take(await signed(questionOf(email)))).outcome).toBeNull();
  later(days(1) + minutes(10));
  await handleReceivedMails(inbox.cx);
});

test('checks a sender once, so that a mail can be released after its DKIM key is gone', async () => {
  const { email } = await givenAccount(lab.db);
  const programs = rawMail({ From: email, To: 'support@shop.example', Subject: 'Alarm', Precedence: 'auto_reply' });
  const { id, outcome } = await inbox.take(await signed(programs));
  expect([outcome, asked]).toEqual(['ignored', 1]);
  await operator.run('releaseInbox', { mail: id });
  await handleReceivedMails(inbox.cx);
  expect([(await rowOf(id)).outcome, asked]).toEqual(['opened', 1]);
});

test('treats a mail as from an unknown sender if two parsers disagree on the sender', async () => {
  const [signer, victim] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const read: typeof PARSER_HERE.read = async (raw) => {
    const mail = await PARSER_HERE.read(raw);
    return { ...mail, facts: { ...mail.facts, from: victim.email.toLowerCase() } };
  };
  const confused = openLabInbox(lab, directory, { clock: { now: () => now }, parser: { ...PARSER_HERE, read } });
  const { id, outcome } = await confused.take(await signed(questionOf(signer.email)));
  expect([outcome, (await rowOf(id)).verified_from]).toEqual(['refused', signer.email.toLowerCase()]);
  await confused.close();
});
