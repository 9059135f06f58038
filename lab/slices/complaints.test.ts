/** Tests that complaints about abuse become tickets that only the staff sees, in any format, and that no sender gets an answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { assignAddress, freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { MAX_COMPLAINT_TICKETS } from '@innkeeper/domain/mail-in/complaint';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail } from '@innkeeper/lab/received-mail';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let lab: Lab;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let me: GivenAccount;
let server: number;
let address: string;
let six: string;
let now = new Date('2026-03-09T12:00:00Z');
beforeAll(async () => {
  const clock = { now: () => now };
  lab = await openLab({ clock });
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-complaints-'));
  inbox = openLabInbox(lab, directory, { clock });
  operator = openOperator({ ...lab, attachments: directory, clock });
  await operator.run('setInbox', { address: 'support@shop.example', abuse_address: 'abuse@shop.example' });
  me = await givenAccount(lab.db);
  const nodeId = await givenNode(lab.db);
  await operator.run('addPool', { pool: 'six', cidr: '2001:db8::/48' });
  server = await givenServer(lab.db, { accountId: me.accountId, hostname: 'web.example', address: false });
  const take = (version: 4 | 6) =>
    assignAddress(lab.db, { version, accountId: me.accountId, serverId: server, nodeId, now: new Date('2026-03-01T00:00:00Z') });
  address = (await take(4)).address;
  six = (await take(6)).address.replace(/::.*$/, '::dead:beef');
});
afterAll(async () => {
  await inbox.close();
  await lab.close();
  await rm(directory, { recursive: true });
});
// Complaints of one test must not join those of another.
beforeEach(async () => {
  now = new Date(now.getTime() + days(2));
  await lab.db.updateTable('operator_alerts').set({ resolved_at: now }).execute();
});

const to = 'abuse@shop.example';
const FROM = 'fbl@isp.example';

function arf(fields: Record<string, string>, headers: Record<string, string> = {}): string {
  const report = Object.entries({ 'Feedback-Type': 'abuse', 'User-Agent': 'x/1', Version: '1', ...fields });
  const parts = [
    'Content-Type: text/plain\n\nThis is spam.',
    `Content-Type: message/feedback-report\n\n${report.map(([name, value]) => `${name}: ${value}`).join('\n')}`,
    'Content-Type: message/rfc822\n\nSubject: Buy!\n\nBuy!',
  ];
  const type = 'multipart/report; report-type=feedback-report; boundary=x';
  return rawMail(
    { ...{ From: FROM, To: to, Subject: 'Spam', 'Content-Type': type }, ...headers },
    `${parts.map((part) => `--x\n${part}\n`).join('')}--x--`,
  );
}

/** Returns a report whose attached mail has these header lines. */
const attached = (header: string, fields: Record<string, string> = {}): string =>
  arf(fields).replace('\nSubject: Buy!', `\n${header}\nSubject: Buy!`);

const xarf = (document: object, headers: Record<string, string> = {}) =>
  rawMail(
    { ...{ From: FROM, To: to, Subject: 'Attack', 'Content-Type': 'multipart/mixed; boundary=x', ...headers } },
    `--x\nContent-Type: text/plain\n\nAn attack.\n--x\nContent-Type: application/json; name=xarf.json\n\n${JSON.stringify(document)}\n--x--`,
  );

/** Returns the ticket of a complaint with its latest message. */
async function told(raw: string, recipient?: string): Promise<{ id: number; subject: string; text: string }> {
  const { outcome, ticket_id } = await inbox.take(raw, recipient);
  expect(outcome).toBe('complaint');
  const ticket = await operator.run('showTicket', { ticket: ticket_id });
  return { id: ticket.id, subject: ticket.subject, text: ticket.messages.at(-1)?.text ?? '' };
}

it('an ARF report opens a ticket without an account, with the holder of the address at that time, and an alert', async () => {
  const { id, subject, text } = await told(arf({ 'Source-IP': address, 'Arrival-Date': 'Sun, 08 Mar 2026 17:40:36 -0400' }));
  expect(subject).toBe(`Abuse ${address}: Spam`);
  expect(text).toContain(`${address}: server ${server} (web.example), account ${me.accountId} (${me.email}), from 2026-03-01`);
  expect(text).toContain('Time: 2026-03-08T21:40:36.000Z, which is "Sun, 08 Mar 2026 17:40:36 -0400" in the report.');
  expect(text).toContain('(ARF, abuse)');
  expect(text).toContain('not verified');
  expect(text).toContain('This is spam.');
  expect(text).toContain('Omitted files: 2.');
  expect(await operator.run('showTicket', { ticket: id })).toMatchObject({
    ...{ account: null, complaint: true, department: 'abuse', email: null, server: 'web.example', status: 'opened' },
  });
  expect((await operator.run('listAllTickets')).data).toMatchObject([{ id, complaint: true, account: null }]);
  expect(await operator.print('showTicket', { ticket: id })).toContain('none: complaints about abuse');
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'abuse_complaint', resource_kind: 'ticket', resource_id: id }]);
  expect(await lab.db.selectFrom('mails').select('id').execute()).toEqual([]);
  await operator.run('resolveTicketUnanswered', { ticket: id });
  expect(await openAlerts(lab.db)).toEqual([]);
});

describe('parses each format, or states what it cannot read:', () => {
  const at = '2026-03-05T10:00:00Z';
  it.each<[string, () => string, (() => string)[]]>([
    [
      'XARF 3',
      () => xarf({ Version: '3', Report: { ReportType: 'Spam', Date: at, SourceIp: address } }),
      [() => '(XARF, Spam)', () => `server ${server}`],
    ],
    [
      'XARF 4',
      () => xarf({ xarf_version: '4.0.0', type: 'ddos', timestamp: at, source_identifier: address }),
      [() => '(XARF, ddos)', () => 'Time: 2026-03-05T10:00:00.000Z'],
    ],
    [
      'XARF of old',
      () => rawMail({ From: FROM, To: to, 'X-XARF': 'PLAIN' }, `Report-Type: spam\nSource: ${address}\nDate: ${at}`),
      [() => '(XARF, spam)', () => `server ${server}`],
    ],
    ['IPv6', () => arf({ 'Source-IP': six.toUpperCase() }), [() => `${six}: server ${server}`]],
    ['IPv4 in IPv6', () => arf({ 'Source-IP': `::ffff:${address}` }), [() => `\n${address}: server`]],
    [
      'several addresses',
      () => xarf({ xarf_version: '4', source_identifier: [address, six, '192.0.2.9'] }),
      [() => `\n${address}: server`, () => `\n${six}: server`, () => '\n192.0.2.9: not an address of ours.'],
    ],
    ['a comment', () => arf({ 'Source-IP': `${address} (web1.example)` }), [() => `\n${address}: server ${server}`]],
    ['a port', () => arf({ 'Source-IP': `${address}:25` }), [() => `\n${address}: server ${server}`]],
    ['brackets', () => arf({ 'Source-IP': `[${six}]` }), [() => `\n${six}: server ${server}`]],
    ['a defanged address', () => arf({ 'Source-IP': address.replaceAll('.', '[.]') }), [() => `\n${address}: server ${server}`]],
    [
      'an address in Received of the attached mail',
      () => attached(`Received: from web1.example (web1.example [${address}]) by mx.isp.example; Sat, 7 Mar 2026 03:36:24 +0000`),
      [() => `of ours are in the header of the attached mail:\n${address}: server ${server}`],
    ],
    [
      'an address in X-Originating-IP of the attached mail',
      () => attached(`Received: from a (a [192.0.2.9])\nX-Originating-IP: [${address}]`),
      [() => `of ours are in the header of the attached mail:\n${address}: server ${server}`],
    ],
    [
      'an address in the attached mail instead of a source that is none',
      () => attached(`X-Originating-IP: ${address}`, { 'Source-IP': 'unknown' }),
      [() => 'not an IP address: "unknown"', () => `\n${address}: server ${server}`],
    ],
    [
      'no address of ours in the attached mail',
      () => attached('X-Originating-IP: 192.0.2.9'),
      [() => 'The report contains no IP address, and neither the attached mail nor the text contains one of ours.'],
    ],
    ['another address', () => arf({ 'Source-IP': '192.0.2.9' }), [() => '192.0.2.9: not an address of ours.']],
    [
      'no address',
      () => arf({}),
      [() => 'The report contains no IP address, and neither the attached mail nor the text contains one of ours.'],
    ],
    [
      'what is no address',
      () => arf({ 'Source-IP': '999.1.1.1' }),
      [() => 'contains a source that is not an IP address: "999.1.1.1"'],
    ],
    ['no time', () => arf({ 'Source-IP': address }), [() => 'because no report has a time']],
    [
      'what is no time',
      () => arf({ 'Source-IP': address, 'Arrival-Date': 'lately' }),
      [() => 'because "lately" in the report is not a time'],
    ],
    [
      'a time to come',
      () => arf({ 'Source-IP': address, 'Arrival-Date': 'Mon, 01 Jan 2035 00:00:00 +0000' }),
      [() => 'is later'],
    ],
    [
      'a time before anybody had it',
      () => arf({ 'Source-IP': address, 'Arrival-Date': 'Mon, 01 Jan 2024 00:00:00 +0000' }),
      [() => `nobody had the address then. The last holder was server ${server}`],
    ],
    [
      'a person',
      () => rawMail({ From: 'Eve <eve@example.net>', To: to, Subject: 'Stop it' }, `Your ${address} attacks my 198.51.100.7.`),
      [() => 'without a machine-readable report', () => `These addresses of ours are in the text:\n${address}: server`],
    ],
    [
      'markup',
      () => arf({ 'Source-IP': '<b>x</b>', 'Feedback-Type': '<script>' }),
      [() => 'not an IP address: "<b>x</b>"', () => '(ARF, <script>)'],
    ],
  ])('%s', async (_what, raw, words) => {
    const { text } = await told(raw());
    for (const word of words) expect(text).toContain(word());
  });
});

describe('handles a complaint that arrives', () => {
  it.each<[string, () => string, string?]>([
    ['as a bounce', () => arf({ 'Source-IP': address }, { 'Return-Path': '<>', From: 'MAILER-DAEMON@isp.example' })],
    [
      'as the answer of a program',
      () => arf({ 'Source-IP': address }, { 'Auto-Submitted': 'auto-generated', 'Feedback-Type': 'abuse' }),
    ],
    ['as mail of a list', () => arf({ 'Source-IP': address }, { 'List-Id': '<x.example>', Precedence: 'bulk' })],
    ['as our own', () => arf({ 'Source-IP': address }, { 'X-Innkeeper-Mail': '1' })],
    ['at the address of support', () => arf({ 'Source-IP': address }, { To: 'support@shop.example' })],
    [
      'as XARF at the address of support',
      () => xarf({ xarf_version: '4', source_identifier: address }, { To: 'support@shop.example' }),
    ],
    ['without a sender', () => rawMail({ To: to }, 'Stop it.')],
    ['by the envelope alone', () => rawMail({ From: FROM, To: 'undisclosed-recipients:;' }, 'Stop it.'), to],
    ['with a tag in the address', () => rawMail({ From: FROM, To: 'abuse+isp@shop.example' }, 'Stop it.')],
    [
      'with a broken report',
      () =>
        rawMail(
          { From: FROM, To: 'support@shop.example', 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=x' },
          'x',
        ),
    ],
  ])('%s', async (_how, raw, recipient) => {
    expect((await told(raw(), recipient)).text).toContain('Complaint about abuse');
  });

  it('ignores a duplicate that arrives by another route, and complaints without a configured address', async () => {
    const raw = arf({ 'Source-IP': address });
    const { id } = await told(raw);
    expect(await inbox.take(`Received: by another way\r\n${raw}`)).toMatchObject({ outcome: 'ignored', why: 'twice' });
    expect((await operator.run('showTicket', { ticket: id })).messages).toHaveLength(1);
    await operator.run('setInbox', { abuse_address: 'none' });
    expect((await inbox.take(arf({ 'Source-IP': address }))).outcome).toBe('ignored');
    await operator.run('setInbox', { abuse_address: to });
  });
});

it('complaints about one address within a day share a ticket, and reopen it', async () => {
  const first = await told(arf({ 'Source-IP': address }));
  await operator.run('resolveTicketUnanswered', { ticket: first.id });
  now = new Date(now.getTime() + hours(23));
  const second = await told(rawMail({ From: 'eve@example.net', To: to }, `${address} again.`));
  expect(second.id).toBe(first.id);
  expect(await operator.run('showTicket', { ticket: first.id })).toMatchObject({ status: 'customer-reply', messages: [{}, {}] });
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'abuse_complaint', resource_id: first.id }]);
  expect((await told(arf({ 'Source-IP': six }))).id).not.toBe(first.id);
  now = new Date(now.getTime() + hours(25));
  expect((await told(arf({ 'Source-IP': address }))).id).not.toBe(first.id);
});

it('names the former holder of the address for an earlier time', async () => {
  const other = await givenServer(lab.db, { accountId: me.accountId, hostname: 'old.example', address: false });
  const nodeId = (await lab.db.selectFrom('nodes').select('id').executeTakeFirstOrThrow()).id;
  const taken = new Date(now.getTime() - hours(5));
  const { address: brief } = await assignAddress(lab.db, {
    version: 4,
    accountId: me.accountId,
    serverId: other,
    nodeId,
    now: taken,
  });
  await freeAddresses(lab.db, other, new Date(now.getTime() - hours(3)));
  const at = (ago: number) => new Date(now.getTime() - hours(ago)).toUTCString();
  expect((await told(arf({ 'Source-IP': brief, 'Arrival-Date': at(4) }))).text).toContain(
    `${brief}: server ${other} (old.example)`,
  );
  expect((await told(arf({ 'Source-IP': brief, 'Arrival-Date': at(1) }))).text).toContain(
    `${brief}: nobody had the address then. The last holder was`,
  );
});

it('no customer can see or answer a complaint, by API or by mail', async () => {
  const { id } = await told(arf({ 'Source-IP': address }, { From: me.email }));
  const seen = [
    await lab.call('getTicket', { params: { id } }, me),
    await lab.call('replyToTicket', { params: { id }, body: { message: '<p>It was not me.</p>' } }, me),
  ];
  expect(seen.map(({ status }) => status)).toEqual([404, 404]);
  expect((await lab.call('listTickets', {}, me)).body.data).toEqual([]);
  expect((await lab.call('listDepartments', {}, me)).text).not.toContain('abuse');
  const messages = () => operator.run('showTicket', { ticket: id }).then(({ messages }) => messages.length);
  const { mail_token } = await lab.db.selectFrom('tickets').select('mail_token').where('id', '=', id).executeTakeFirstOrThrow();
  for (const headers of [{ Subject: `[#${id}] Not me` }, { To: `support+${mail_token}@shop.example` }])
    await inbox.take(rawMail({ From: me.email, To: 'support@shop.example', ...headers }, 'It was not me.'));
  expect(await messages()).toBe(1);
});

it('the staff can add notes to a complaint, but cannot answer it', async () => {
  const { id } = await told(arf({ 'Source-IP': address }));
  await expect(operator.run('replyTicket', { ticket: id, message: 'We are sorry.' })).rejects.toThrow('holds abuse complaints');
  await operator.run('noteTicket', { ticket: id, message: 'The server was suspended.' });
  expect((await operator.run('showTicket', { ticket: id })).messages).toMatchObject([{ internal: false }, { internal: true }]);
  expect(await lab.db.selectFrom('mails').select('id').where('ticket_id', '=', id).execute()).toEqual([]);
});

it('holds a flood of complaints with one alert, and accepts those that are released', async () => {
  for (let i = 0; i < MAX_COMPLAINT_TICKETS; i += 1)
    await inbox.receive(arf({ 'Source-IP': `192.0.2.${i}` }, { From: `a${i}@isp.example` }));
  await handleReceivedMails(inbox.cx);
  const held = await inbox.take(arf({ 'Source-IP': '192.0.2.200' }));
  expect(held).toMatchObject({ outcome: 'held', why: 'flood', ticket_id: null });
  await inbox.take(arf({ 'Source-IP': '192.0.2.201' }));
  // A complaint that joins a ticket is accepted.
  expect((await inbox.take(arf({ 'Source-IP': '192.0.2.1' }))).outcome).toBe('complaint');
  const alerts = (await openAlerts(lab.db)).filter(({ kind }) => kind === 'mail_loop');
  expect(alerts).toMatchObject([{ message: expect.stringContaining(`mail ${held.id}`) }]);
  await operator.run('releaseInbox', { mail: held.id });
  await handleReceivedMails(inbox.cx);
  expect((await operator.run('listInbox')).data.find(({ id }) => id === held.id)).toMatchObject({ outcome: 'complaint' });
  expect((await openAlerts(lab.db)).filter(({ kind }) => kind === 'mail_loop')).toEqual([]);
});

it('the complaint address must differ from the support address, and is shown', async () => {
  await expect(operator.run('setInbox', { abuse_address: 'Support@shop.example' })).rejects.toThrow('Must differ');
  expect(await operator.run('showInbox')).toMatchObject({ abuse_address: to });
  expect(await operator.print('showInbox')).toContain(`abuse     ${to}`);
});

describe('forwardTicket', () => {
  const at = new Date('2026-03-08T21:40:36Z');
  const words = 'Please stop the attack within a day.';
  const report = () =>
    told(arf({ 'Source-IP': `${address}:25`, 'Arrival-Date': 'Sun, 08 Mar 2026 17:40:36 -0400' }, { Subject: 'Secret spam' }));

  it('opens a ticket of the holder with address, time, kind and our words, and nothing of the complaint', async () => {
    const { id } = await report();
    const forwarded = await operator.run('forwardTicket', { ticket: id, message: words });
    expect(forwarded).toMatchObject({ account: me.accountId, addresses: [address] });
    const seen = await lab.call('getTicket', { params: { id: forwarded.id } }, me);
    expect(seen.status).toBe(200);
    for (const part of [address, at.toISOString(), '(abuse)', words]) expect(seen.text).toContain(part);
    for (const part of ['isp.example', 'This is spam', 'Secret']) expect(seen.text).not.toContain(part);
    const mails = await lab.db.selectFrom('mails').selectAll().where('ticket_id', '=', forwarded.id).execute();
    expect(mails).toMatchObject([{ address: me.email, template: 'ticket-answered' }]);
    expect(JSON.stringify(mails)).not.toContain('isp.example');
    const shown = await operator.run('showTicket', { ticket: id });
    expect(shown.messages.at(-1)).toMatchObject({ internal: true, text: expect.stringContaining(`ticket ${forwarded.id}`) });
  });

  it('needs a choice if several accounts held the addresses, and refuses other tickets', async () => {
    const other = await givenAccount(lab.db);
    const nodeId = (await lab.db.selectFrom('nodes').select('id').executeTakeFirstOrThrow()).id;
    const serverId = await givenServer(lab.db, { accountId: other.accountId, address: false });
    const taken = { version: 4, accountId: other.accountId, serverId, nodeId, now: new Date('2026-03-01T00:00:00Z') } as const;
    const { address: second } = await assignAddress(lab.db, taken);
    const { id } = await told(xarf({ xarf_version: '4', source_identifier: [address, second], timestamp: at.toISOString() }));
    const forward = (input: object) => operator.run('forwardTicket', { ticket: id, message: words, ...input });
    await expect(forward({})).rejects.toThrow(`${me.accountId}, ${other.accountId}`);
    const unrelated = await givenAccount(lab.db);
    await expect(forward({ account: unrelated.email })).rejects.toThrow('none of the reported addresses');
    const { account, addresses, id: own } = await forward({ account: other.email });
    expect([account, addresses]).toEqual([other.accountId, [second]]);
    expect((await lab.call('getTicket', { params: { id: own } }, me)).status).toBe(403);
    await expect(forward({ ticket: own })).rejects.toThrow('holds no complaint');
    const none = await told(arf({ 'Source-IP': '192.0.2.9' }));
    await expect(forward({ ticket: none.id })).rejects.toThrow('No account held');
  });
});
