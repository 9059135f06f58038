/** Tests that customers can answer support mails with any mail program, and that two help desks that answer each other stop. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { folderMail } from '@innkeeper/engine/mail/folder';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { fakeMail } from '@innkeeper/lab/fake-mail';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail } from '@innkeeper/lab/received-mail';
import { signed } from '@innkeeper/lab/signed-mail';
import { LOOP_LIMITS } from '@innkeeper/model/mail-in/destination';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Desk {
  lab: TestDatabase;
  inbox: LabInbox;
  operator: Operator;
  directory: string;
  domain: string;
  /** Sends the pending mails and returns their raw text. */
  send(): Promise<string[]>;
}

const desks: Desk[] = [];
const now = new Date('2026-03-02T10:00:00Z');
const clock = { now: () => now };

async function openDesk(domain: string): Promise<Desk> {
  const [lab, directory] = [await openTestDatabase(), await mkdtemp(path.join(os.tmpdir(), 'innkeeper-desk-'))];
  const outbox = path.join(directory, 'outbox');
  const operator = openOperator({ ...lab, clock });
  const mail = folderMail({ directory: outbox, from: `Support <support@${domain}>`, log: { info: () => {} } });
  await operator.run('setInbox', { address: `support@${domain}`, unknown_senders: 'ticket' });
  const desk: Desk = {
    ...{ lab, operator, directory, domain, inbox: openLabInbox(lab, directory, { clock }) },
    async send() {
      await sendMails({ ...givenJobCx(lab.db, { clock }), mail });
      const files = await readdir(outbox).catch(() => []);
      const sent = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
      await rm(outbox, { recursive: true, force: true });
      return sent;
    },
  };
  desks.push(desk);
  return desk;
}

let ours: Desk;
let theirs: Desk;
beforeAll(async () => {
  [ours, theirs] = [await openDesk('shop.example'), await openDesk('other.example')];
});
afterAll(async () => {
  for (const { inbox, lab, directory } of desks) {
    await inbox.close();
    await lab.close();
    await rm(directory, { recursive: true });
  }
});

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\s+/g, ' ') ?? '';

it('an answer has the headers that mail programs need for threads, and replies refer to it', async () => {
  const account = await givenAccount(ours.lab.db);
  const question = rawMail({ From: account.email, To: 'support@shop.example', Subject: 'It hangs' });
  const { ticket_id } = await ours.inbox.take(await signed(question));
  const ticket = ticket_id ?? 0;
  const [received = ''] = await ours.send();
  await ours.operator.run('replyTicket', { ticket, message: 'Is it on?' });
  const [first = ''] = await ours.send();
  const asked = header(question, 'Message-ID');
  expect([header(received, 'In-Reply-To'), header(first, 'In-Reply-To')]).toEqual([asked, asked]);
  expect(header(first, 'References')).toBe(`${header(received, 'Message-ID')} ${asked}`);
  expect(header(first, 'Subject')).toBe(`[#${ticket}] It hangs`);
  expect(header(first, 'Reply-To')).toMatch(/^support\+[0-9a-f]{32}@shop\.example$/);
  // Only the address identifies the ticket, as from a mail program that drops references.
  const answer = rawMail({ From: account.email, To: header(first, 'Reply-To'), Subject: 'Yes' }, 'It is on.');
  expect(await ours.inbox.take(await signed(answer))).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  const mail = fakeMail();
  await ours.operator.run('replyTicket', { ticket, message: 'Restart it.' });
  await sendMails({ ...givenJobCx(ours.lab.db, { clock }), mail });
  const [sent] = mail.sent;
  expect(sent?.returnPath).toBe(`support+b-${sent?.key.replaceAll('-', '')}@shop.example`);
  expect(sent?.thread).toMatchObject({ inReplyTo: header(answer, 'Message-ID'), keys: [expect.any(String), expect.any(String)] });
});

/** Turns a mail into one that seems to be written by a person, as some help desks do. */
const asIfByPerson = (raw: string): string => raw.replace(/^(?:auto-submitted|x-[\w-]+):.*\r?\n/gim, '');
const withoutThread = (raw: string): string =>
  asIfByPerson(raw)
    .replace(/^(?:in-reply-to|references|reply-to):.*(?:\r?\n[ \t].*)*\r?\n/gim, '')
    .replace(/^Subject: .*$/im, 'Subject: Your request');

it.each<[string, (raw: string) => string, number]>([
  ['at once, when both say who they are', (raw) => raw, 1],
  ['after an answer each, when they hide it', asIfByPerson, 2],
  ['by the fuse, when nothing says what belongs together', withoutThread, 2 * LOOP_LIMITS.ofSender + 2],
])('a loop of two help desks ends %s', async (_how, onTheWay, max) => {
  for (const { lab } of desks) {
    await lab.db
      .updateTable('received_mails')
      .set({ received_at: new Date(0) })
      .execute();
    await lab.db.updateTable('tickets').set({ status: 'resolved', resolved_at: now, waiting_since: null }).execute();
  }
  let to = ours;
  let underWay = [rawMail({ From: 'support@other.example', To: 'support@shop.example', Subject: 'Hello' })];
  let sent = 0;
  while (underWay.length > 0 && sent <= 200) {
    for (const raw of underWay) await to.inbox.take(await signed(raw));
    underWay = (await to.send()).map(onTheWay);
    sent += underWay.length;
    to = to === ours ? theirs : ours;
  }
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(max);
});
