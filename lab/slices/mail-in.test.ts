/** Tests that mail for support becomes messages of tickets: from raw mails to rows, with the database role of the API. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type MailParser, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { HARMLESS_HTML, hostileHtml } from '@innkeeper/lab/hostile-html';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, PARSER_HERE, rawMail } from '@innkeeper/lab/received-mail';
import { signed as signedAt, signedMail } from '@innkeeper/lab/signed-mail';
import { LOOP_LIMITS } from '@innkeeper/model/mail-in/destination';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let lab: TestDatabase;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let me: GivenAccount;
let now = new Date();
const signed = (raw: string) => signedAt(raw, now);
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  const clock = { now: () => now };
  inbox = openLabInbox(lab, directory, { clock });
  operator = openOperator({ ...lab, attachments: directory, clock });
  await operator.run('setInbox', { address: 'support@shop.example' });
  me = await givenAccount(lab.db);
});
afterAll(async () => {
  await inbox.close();
  await lab.close();
  await rm(directory, { recursive: true });
});
// Mails of one test must not count in the next one.
beforeEach(() => {
  now = new Date(now.getTime() + 2 * 3_600_000);
});

const to = 'Support <support@shop.example>';
const messages = (ticket: number) =>
  lab.db.selectFrom('ticket_messages').selectAll().where('ticket_id', '=', ticket).orderBy('id').execute();
const latest = async (ticket: number) => (await messages(ticket)).at(-1);
const mailsTo = (address: string) =>
  lab.db.selectFrom('mails').selectAll().where('address', '=', address).orderBy('id').execute();
const tokenOf = async (ticket: number) =>
  (await lab.db.selectFrom('tickets').select('mail_token').where('id', '=', ticket).executeTakeFirstOrThrow()).mail_token;
const addressOf = async (ticket: number) => `support+${await tokenOf(ticket)}@shop.example`;

/** Creates a ticket that support has answered. Returns its address and the Message-ID of the answer. */
async function answered(account: GivenAccount): Promise<{ ticket: number; answer: string; address: string }> {
  const ticket = await givenTicket(lab.db, { accountId: account.accountId, user_id: account.userId, subject: 'It hangs' });
  await operator.run('replyTicket', { ticket, message: 'Is it on?' });
  const mail = await lab.db.selectFrom('mails').select('key').where('ticket_id', '=', ticket).executeTakeFirstOrThrow();
  return { ticket, answer: `<${mail.key}@shop.example>`, address: await addressOf(ticket) };
}

/** Reply formats of mail programs: name, subject prefix and quoted text. */
const PROGRAMS: [string, string, string][] = [
  ['Gmail', 'Re: ', 'On Mon, Mar 2, 2026 at 10:00 AM Shop <noreply@shop.example> wrote:\n\n> Is it on?\n'],
  ['Apple Mail', 'Re: ', '> On 2. Mar 2026, at 10:00, Shop <noreply@shop.example> wrote:\n> \n> Is it on?\n'],
  ['Outlook', 'RE: ', '-----Original Message-----\nFrom: Shop\nSent: Monday\nSubject: x\n\nIs it on?\n'],
  ['Outlook in German', 'AW: ', 'Von: Shop <noreply@shop.example>\nGesendet: Montag\nAn: Ada\nBetreff: x\n\nIs it on?\n'],
  [
    'Outlook on the web',
    'Re: ',
    '________________________________\nFrom: Shop <noreply@shop.example>\nSent: Monday\n\nIs it on?\n',
  ],
  ['Thunderbird in French', 'Re: ', 'Le 02/03/2026 à 10:00, Shop a écrit :\n> Is it on?\n'],
  ['Thunderbird in German', 'Re: ', 'Am 02.03.26 um 10:00 schrieb Shop:\n> Is it on?\n\n-- \nAda\n'],
  ['Yahoo', 'Re: ', 'On Monday, March 2, 2026 at 10:00:00 AM GMT+1, Shop <noreply@shop.example> wrote:\n\nIs it on?\n'],
  [
    'Proton',
    'Re: ',
    'Sent with Proton Mail secure email.\n\nOn Monday, March 2nd, 2026 at 10:00, Shop <noreply@shop.example> wrote:\n\n> Is it on?\n',
  ],
  ['a phone', 'Re: ', 'Sent from my iPhone\n'],
];

/** Parts of a reply that identify its ticket. */
const WAYS: [string, (given: { ticket: number; answer: string; address: string }) => [Record<string, string>, string?]][] = [
  ['the address', ({ address }) => [{ To: `"Support" <${address.toUpperCase()}>` }]],
  ['the address among those who get a copy', ({ address }) => [{ To: 'bob@example.net', Cc: `eve@example.net, ${address}` }]],
  ['the envelope', ({ address }) => [{ To: 'undisclosed-recipients:;' }, address]],
  ['In-Reply-To', ({ answer }) => [{ To: to, 'In-Reply-To': answer }]],
  ['References', ({ answer }) => [{ To: to, References: `<x@y.example>\r\n ${answer}\r\n <z@y.example>` }]],
  ['the subject', ({ ticket }) => [{ To: to, Subject: `Re: [#${ticket}] It hangs` }]],
];

describe('a reply is added to its ticket', () => {
  it.each(PROGRAMS.flatMap(([program, re, quote]) => WAYS.map(([way, headers]) => [program, way, re, quote, headers] as const)))(
    'from %s by %s, without the quoted text',
    async (_program, _way, re, quote, headers) => {
      const account = await givenAccount(lab.db);
      await answered(account);
      const given = await answered(account);
      const [own, recipient] = headers(given);
      const raw = await signed(
        rawMail({ From: `Ada <${account.email}>`, Subject: `${re}It hangs`, ...own }, `It is on, since Monday.\n\n${quote}`),
      );
      expect(await inbox.take(raw, recipient)).toMatchObject({ outcome: 'reply', ticket_id: given.ticket });
      const message = await latest(given.ticket);
      expect(message?.content.replace('<br /><br />Sent with Proton Mail secure email.', '')).toBe('It is on, since Monday.');
      // A mail that names us nowhere in its header may have been written to somebody else.
      const user_id = recipient === undefined ? account.userId : null;
      expect(message).toMatchObject({ author: 'customer', user_id, mail_from: account.email.toLowerCase() });
      const row = await lab.db.selectFrom('tickets').selectAll().where('id', '=', given.ticket).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ status: 'customer-reply', waiting_since: now });
    },
  );
});

describe('a forged sender opens no ticket and adds no message', () => {
  const victim = () => me.email;
  const FORGED: [string, (ticket: number) => Record<string, string>][] = [
    ['without any result', () => ({})],
    [
      'with the results of a server',
      () => ({ 'Authentication-Results': 'mx.shop.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org' }),
    ],
    ['with the number of a ticket', (ticket) => ({ Subject: `[#${ticket}] It hangs` })],
    ['with a guessed address', () => ({ To: `support+${'0'.repeat(32)}@shop.example` })],
    ['with a guessed Message-ID', () => ({ 'In-Reply-To': '<00000000-0000-4000-8000-000000000000@shop.example>' })],
    ['with the Message-ID of its own mail', () => ({ References: '<1@example.org>' })],
  ];
  it.each(FORGED)('%s', async (_how, headers) => {
    const ticket = await givenTicket(lab.db, { accountId: me.accountId });
    const [before, tickets] = [await messages(ticket), await lab.db.selectFrom('tickets').select('id').execute()];
    const raw = rawMail({ From: victim(), To: to, Subject: 'Reinstall it', ...headers(ticket) });
    const { outcome } = await inbox.take(await signedMail(raw, { domain: 'evil.example' }));
    expect(['refused', 'ignored']).toContain(outcome);
    expect(await messages(ticket)).toEqual(before);
    expect(await lab.db.selectFrom('tickets').select('id').execute()).toEqual(tickets);
  });

  it('a sender who only knows the address of a ticket is recorded as unverified', async () => {
    const { ticket, address } = await answered(me);
    await inbox.take(rawMail({ From: victim(), To: address }, 'Reinstall it, please.'));
    expect(await latest(ticket)).toMatchObject({ user_id: null, mail_from: victim().toLowerCase() });
    const [shown] = (await operator.run('showTicket', { ticket })).messages.slice(-1);
    expect(shown).toMatchObject({ by: victim().toLowerCase(), by_mail: 'unverified' });
  });
});

describe('a new question', () => {
  it('from a member opens a ticket with its files, and is confirmed in the same thread', async () => {
    const account = await givenAccount(lab.db);
    const raw = await signed(
      rawMail(
        {
          ...{ From: account.email, To: to, Subject: 'Fwd: Re: It hangs\u0007' },
          'Content-Type': 'multipart/mixed; boundary=x',
        },
        '--x\n\nSince Monday.\n--x\nContent-Type: text/html; name="../<b>.html"\nContent-Disposition: attachment\n\n<script>\n--x--',
      ),
    );
    const { ticket_id, outcome } = await inbox.take(raw);
    expect(outcome).toBe('opened');
    const ticket = await lab.db
      .selectFrom('tickets')
      .selectAll()
      .where('id', '=', ticket_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      account_id: account.accountId,
      user_id: account.userId,
      subject: 'It hangs',
      status: 'opened',
    });
    const [file] = await lab.db.selectFrom('ticket_attachments').selectAll().where('ticket_id', '=', ticket.id).execute();
    expect(file).toMatchObject({ name: '<b>.html', mime_type: 'application/octet-stream' });
    expect(await readdir(directory)).toContain(file?.key);
    const id = /Message-ID: (\S+)/.exec(raw)?.[1];
    expect(await mailsTo(account.email)).toMatchObject([
      { template: 'ticket-received', in_reply_to: id, automatic: true, ticket_id: ticket.id },
    ]);
    // A copy of the mail, sent to another address of this inbox.
    expect(await inbox.take(`Received: by another way\r\n${raw}`)).toMatchObject({
      ...{ outcome: 'ignored', why: 'twice' },
    });
    expect(await messages(ticket.id)).toHaveLength(1);
  });

  it('and a reply by mail start the response clock of a support plan, and an answer of support stops it', async () => {
    const account = await givenAccount(lab.db);
    await givenSupportPlan(lab.db, account);
    const from = (headers: Record<string, string>, body: string) => signed(rawMail({ From: account.email, ...headers }, body));
    const { ticket_id: ticket } = await inbox.take(await from({ To: to, Subject: 'It hangs' }, 'Since Monday.'));
    const targets = () =>
      lab.db
        .selectFrom('response_targets')
        .selectAll()
        .where('ticket_id', '=', ticket ?? 0)
        .orderBy('id')
        .execute();
    expect(await targets()).toMatchObject([{ started_at: now, due_at: new Date(now.getTime() + 3_600_000), outcome: null }]);
    await operator.run('replyTicket', { ticket, message: 'Is it on?' });
    expect(await targets()).toMatchObject([{ outcome: 'met', stopped_at: now }]);
    now = new Date(now.getTime() + 1_000);
    await inbox.take(await from({ To: await addressOf(ticket ?? 0) }, 'Yes, it is.'));
    expect(await targets()).toMatchObject([{ outcome: 'met' }, { started_at: now, outcome: null }]);
  });

  it('from an unknown sender is refused, with one notice per day and none to automated senders', async () => {
    const from = 'eve@unknown.example';
    for (const subject of ['One', 'Two'])
      expect((await inbox.take(rawMail({ From: from, To: to, Subject: subject }))).outcome).toBe('refused');
    expect(await mailsTo(from)).toMatchObject([{ template: 'mail-refused', automatic: true, account_id: null }]);
    // Both causes are named, because a member whose domain does not sign looks like an unknown sender.
    expect(JSON.stringify(await mailsTo(from))).toMatch(/no account.*DKIM/);
    const robot = rawMail({ From: 'robot@unknown.example', To: to, 'Auto-Submitted': 'auto-generated' });
    expect(await inbox.take(robot)).toMatchObject({ outcome: 'ignored', why: 'unknown' });
    expect(await mailsTo('robot@unknown.example')).toEqual([]);
  });

  it('from an unknown sender opens a ticket without an account if configured, and gets answers', async () => {
    await operator.run('setInbox', { unknown_senders: 'ticket' });
    const from = 'carl@unknown.example';
    const { ticket_id, outcome } = await inbox.take(rawMail({ From: from, To: to, Subject: 'Do you sell GPUs?' }));
    expect(outcome).toBe('opened');
    const ticket = ticket_id ?? 0;
    expect(await operator.run('showTicket', { ticket })).toMatchObject({ account: null, email: from });
    await operator.run('replyTicket', { ticket, message: 'Not yet.' });
    expect(await mailsTo(from)).toMatchObject([{ template: 'ticket-answered', data: { byMail: true }, ticket_id: ticket }]);
    for (let i = 0; i < 5; i++) await inbox.take(rawMail({ From: from, To: to, Subject: `Question ${i}` }));
    expect((await lab.db.selectFrom('tickets').select('id').where('requester', '=', from).execute()).length).toBe(5);
    await operator.run('setInbox', { unknown_senders: 'refuse' });
  });
});

it('ignores automated mail, and records a bounce as a failed delivery', async () => {
  const { ticket, address, answer } = await answered(await givenAccount(lab.db));
  const before = await messages(ticket);
  for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { 'X-Autoreply': 'yes' }, { 'Return-Path': '<>' }])
    expect((await inbox.take(rawMail({ From: 'bob@example.net', To: address, ...headers }))).outcome).toBe('ignored');
  expect(await messages(ticket)).toEqual(before);
  const key = answer.slice(1, 37);
  await lab.db.updateTable('mails').set({ sent_at: now }).where('key', '=', key).execute();
  const report = 'Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; x@y.example\nAction: failed';
  const bounce = { 'Return-Path': '<>', 'Content-Type': 'multipart/report; boundary=x' };
  const to = `support+b-${key.replaceAll('-', '')}@shop.example`;
  await inbox.take(rawMail({ From: 'MAILER-DAEMON@mx.example', To: to, ...bounce }, `--x\n${report}\n--x--`));
  expect(await lab.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirst()).toMatchObject({
    failed_at: now,
    sent_at: null,
  });
});

it('stops a loop between two help desks, and lets the operator release mail', async () => {
  const { ticket, address } = await answered(await givenAccount(lab.db));
  const outcomes: (string | null)[] = [];
  let last = 0;
  // A program that never marks its mails as automatic and answers each mail.
  for (let i = 0; i < LOOP_LIMITS.ofSender + 5; i++) {
    const { outcome, id } = await inbox.take(rawMail({ From: 'desk@other.example', To: address, Subject: `Re: [Their #${i}]` }));
    outcomes.push(outcome);
    last = id;
  }
  expect(outcomes.filter((one) => one === 'reply')).toHaveLength(LOOP_LIMITS.ofSender);
  expect(outcomes.slice(-5)).toEqual(Array(5).fill('held'));
  // None of these mails caused an outgoing mail. Only an answer by a person does.
  expect(await mailsTo('desk@other.example')).toEqual([]);
  expect(await lab.db.selectFrom('operator_alerts').selectAll().where('kind', '=', 'mail_loop').execute()).toHaveLength(1);
  await operator.run('releaseInbox', { mail: last });
  expect((await inbox.take(rawMail({ From: 'x@example.net', To: 'nobody@shop.example' }))).outcome).toBe('refused');
  expect((await operator.run('listInbox', {})).data.find(({ id }) => id === last)).toMatchObject({ outcome: 'reply', ticket });
});

it('removes active content from hostile HTML', async () => {
  const { ticket, address } = await answered(me);
  const hostile = hostileHtml();
  // The text is split into a few mails, in which each fragment is a block.
  const size = Math.ceil(hostile.length / 4);
  for (let i = 0; i < hostile.length; i += size) {
    const html = hostile
      .slice(i, i + size)
      .map((one) => `<div>${one}</div>`)
      .join('\n');
    await inbox.take(rawMail({ From: `ada${i}@example.net`, To: address, 'Content-Type': 'text/html; charset=utf-8' }, html));
  }
  const written = (await messages(ticket)).filter(({ mail_from }) => mail_from !== null);
  expect(written).toHaveLength(4);
  for (const { content } of written) {
    expect(content).toMatch(HARMLESS_HTML);
  }
});

it('truncates a mail that is too long, and the message says so', async () => {
  const { ticket, address } = await answered(me);
  const html = `<p>It hangs.</p>${'<p><i></i></p>\n'.repeat(20_000)}<p>The end.</p>`;
  await inbox.take(rawMail({ From: 'ada@example.net', To: address, 'Content-Type': 'text/html; charset=utf-8' }, html));
  expect((await latest(ticket))?.content).toBe('It hangs.<br /><br />[The rest was removed because the mail is too long.]');
});

it('holds unreadable mail for review, and notifies the sender if the account is full', async () => {
  const broken = openLabInbox(lab, directory, {
    parser: (await import('@innkeeper/engine/mail-in/parse')).openMailParser({ timeoutMs: 1 }),
  });
  const { outcome, why } = await broken.take(rawMail({ From: me.email, To: to }));
  await broken.close();
  expect([outcome, why]).toEqual(['held', 'unreadable']);
  const account = await givenAccount(lab.db);
  for (let i = 0; i < 50; i++) await givenTicket(lab.db, { accountId: account.accountId });
  const raw = rawMail({ From: account.email, To: to, Subject: 'One more' });
  expect(await inbox.take(await signed(raw))).toMatchObject({ outcome: 'refused', why: 'no_capacity' });
  expect(await mailsTo(account.email)).toMatchObject([
    { template: 'mail-refused', data: { reason: expect.stringContaining('50 open tickets') } },
  ]);
});

it('unreadable mail opens one alert, and from the twentieth of an hour on is ignored unless its sender is verified', async () => {
  const unreadable: MailParser = { ...PARSER_HERE, read: () => Promise.reject(new UnreadableMail('it is hostile')) };
  const broken = openLabInbox(lab, directory, { parser: unreadable, clock: { now: () => now } });
  await lab.db.updateTable('operator_alerts').set({ resolved_at: now }).where('kind', '=', 'mail_unreadable').execute();
  const outcomes: (string | null)[] = [];
  for (let i = 0; i < 25; i += 1) outcomes.push((await broken.take(rawMail({ From: `a${i}@evil.example`, To: to }))).outcome);
  expect(outcomes).toEqual([...Array(19).fill('held'), ...Array(6).fill('ignored')]);
  expect(await broken.take(await signed(rawMail({ From: me.email, To: to })))).toMatchObject({
    outcome: 'held',
    why: 'unreadable',
  });
  const alerts = lab.db.selectFrom('operator_alerts').select('id').where('kind', '=', 'mail_unreadable');
  expect(await alerts.where('resolved_at', 'is', null).execute()).toHaveLength(1);
  now = new Date(now.getTime() + 3_600_001);
  expect(await broken.take(rawMail({ From: 'a@evil.example', To: to }))).toMatchObject({ outcome: 'held' });
  await broken.close();
});
