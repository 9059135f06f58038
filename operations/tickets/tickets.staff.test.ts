import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { givenAttachment, givenTicket, storeFile } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let directory: string;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-attachments-'));
  operator = openOperator({ ...lab, attachments: directory });
  me = await givenAccount(lab.db);
});
afterAll(async () => {
  await lab.close();
  await rm(directory, { recursive: true });
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute));
const row = (id: number) => lab.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mailsOf = (accountId: number) =>
  lab.db.selectFrom('mails').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

test('listAllTickets shows the longest waiting first, with filters', async () => {
  const { accountId } = await givenAccount(lab.db);
  const [late, early] = [
    await givenTicket(lab.db, { accountId, waiting_since: at(20) }),
    await givenTicket(lab.db, { accountId, waiting_since: at(10), assigned_to: 'ann' }),
  ];
  const answered = await givenTicket(lab.db, { accountId, waiting_since: null, status: 'answered' });
  const resolved = await givenTicket(lab.db, { accountId, waiting_since: null, status: 'resolved', resolved_at: at(0) });
  const idsOf = async (input = {}) =>
    (await operator.run('listAllTickets', { account: String(accountId), ...input })).data.map(({ id }) => id);
  expect(await idsOf()).toEqual([early, late, answered]);
  expect(await idsOf({ waiting: true })).toEqual([early, late]);
  expect(await idsOf({ assigned: 'ann' })).toEqual([early]);
  expect(await idsOf({ unassigned: true, waiting: true })).toEqual([late]);
  expect(await idsOf({ department: 'sales' })).toEqual([]);
  expect(await idsOf({ all: true })).toContain(resolved);
});

test('listAllTickets puts the earliest response target first, before tickets without one', async () => {
  const { accountId } = await givenAccount(lab.db);
  const service_id = await givenSupportPlan(lab.db, { accountId });
  const promised = async (waiting: number, due: number) => {
    const ticket_id = await givenTicket(lab.db, { accountId, waiting_since: at(waiting) });
    const times = { waiting_since: at(waiting), started_at: at(waiting), warn_at: at(due), due_at: at(due) };
    await lab.db
      .insertInto('response_targets')
      .values({ ticket_id, account_id: accountId, service_id, ...times, promised: 0n })
      .execute();
    return ticket_id;
  };
  const longest = await givenTicket(lab.db, { accountId, waiting_since: at(1) });
  const [later, first] = [await promised(2, 50), await promised(3, 40)];
  const listed = async () =>
    (await operator.run('listAllTickets', { account: String(accountId) })).data.map((one) => [one.id, one.response_due_at]);
  expect(await listed()).toEqual([
    [first, at(40).toISOString()],
    [later, at(50).toISOString()],
    [longest, null],
  ]);
  await operator.run('noteTicket', { ticket: first, message: 'A difficult one.' });
  expect(await operator.run('showTicket', { ticket: first })).toMatchObject({ response_due_at: at(40).toISOString() });
  await operator.run('replyTicket', { ticket: first, message: 'We look at it.' });
  expect((await listed()).map(([id]) => id)).toEqual([later, longest, first]);
  expect(await operator.run('showTicket', { ticket: first })).toMatchObject({ response_due_at: null });
});

test("showTicket shows all messages and server details, and marks the customer's messages as seen", async () => {
  const server = await givenServer(lab.db, { accountId: me.accountId, hostname: 'web-1' });
  const id = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId, service_id: server });
  await lab.db
    .insertInto('workflows')
    .values({
      kind: 'server.restart',
      account_id: me.accountId,
      resource_kind: 'server',
      resource_id: server,
      input: '{}',
      state: 'stuck',
    })
    .execute();
  const shown = await operator.run('showTicket', { ticket: id });
  expect(shown).toMatchObject({ id, account: me.accountId, email: me.email, server: 'web-1', status: 'opened', seen: true });
  expect(shown.messages).toMatchObject([{ text: 'Given message.', customer: true, internal: false }]);
  expect(shown.about).toMatchObject({
    server: { id: server, status: 'active', power: 'running', lock: null },
    workflows: [{ kind: 'server.restart', state: 'stuck' }],
  });
  expect((await row(id)).staff_seen).toBe(shown.messages[0]?.id);
  await expect(operator.run('showTicket', { ticket: 9_999 })).rejects.toThrow('Ticket 9999 does not exist.');
});

test('replyTicket sends text, mails members who manage servers, and can resolve the ticket', async () => {
  const account = await givenAccount(lab.db);
  const { accountId } = account;
  const id = await givenTicket(lab.db, { accountId, subject: 'It hangs' });
  const { message, status } = await operator.run('replyTicket', { ticket: id, message: 'Is <b> on?\nThen restart it.' });
  expect(status).toBe('answered');
  const written = await lab.db.selectFrom('ticket_messages').selectAll().where('id', '=', message).executeTakeFirstOrThrow();
  expect(written).toMatchObject({ content: 'Is &lt;b&gt; on?<br />Then restart it.', author: 'staff', internal: false });
  expect(await row(id)).toMatchObject({ status: 'answered', waiting_since: null });
  expect(await mailsOf(accountId)).toMatchObject([
    {
      template: 'ticket-answered',
      address: account.email,
      data: { ticket: id, subject: 'It hangs', lines: ['Is <b> on?', 'Then restart it.'], resolved: false },
    },
  ]);
  expect((await operator.run('showTicket', { ticket: id })).seen).toBe(false);
  expect(await operator.run('replyTicket', { ticket: id, message: 'Settled, we think.', resolve: true })).toMatchObject({
    status: 'resolved',
  });
  expect(await row(id)).toMatchObject({ status: 'resolved', resolved_at: expect.any(Date) });
  const lines = lab.db.selectFrom('audit_log').select(['action', 'actor_kind', 'details']).where('account_id', '=', accountId);
  expect(await lines.orderBy('id').execute()).toMatchObject([
    { action: 'replyTicket', actor_kind: 'operator', details: { message } },
    { action: 'replyTicket', details: { resolved: true } },
  ]);
});

test('replyTicket validates files of the host like uploads, and leaves none after a refusal', async () => {
  const { accountId } = await givenAccount(lab.db);
  const id = await givenTicket(lab.db, { accountId });
  const own = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-own-'));
  const [log, odd] = [path.join(own, 'boot.log'), path.join(own, 'a\u202eb')];
  for (const file of [log, odd]) await writeFile(file, 'kernel panic');
  const kept = () => readdir(directory);
  const before = await kept();
  const reply = (paths: string[], ticket = id) => operator.run('replyTicket', { ticket, message: 'See the files.' }, paths);
  const large = path.join(own, 'large.log');
  await writeFile(large, '');
  await truncate(large, 10 * 1024 * 1024 + 1);
  for (const refused of [[path.join(own, 'none')], [own], [large], Array.from({ length: 11 }, () => log)])
    await expect(reply(refused)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: { attachments: [expect.any(String)] } },
    });
  await expect(reply([log], 9_999)).rejects.toThrow('Ticket 9999 does not exist.');
  expect(await kept()).toEqual(before);
  await reply([log, odd]);
  expect((await operator.run('showTicket', { ticket: id })).messages.at(-1)?.attachments).toMatchObject([
    { name: 'boot.log', type: 'text/plain', bytes: 12 },
    { name: 'ab', type: 'application/octet-stream', bytes: 12 },
  ]);
  expect(await kept()).toHaveLength(before.length + 2);
  await operator.run('noteTicket', { ticket: id, message: 'See the log.' }, [log]);
  expect((await operator.run('showTicket', { ticket: id })).messages.at(-1)).toMatchObject({
    internal: true,
    attachments: [{ name: 'boot.log' }],
  });
  await rm(own, { recursive: true });
});

test('noteTicket writes an internal note, without changing the ticket or sending mail', async () => {
  const { accountId } = await givenAccount(lab.db);
  const id = await givenTicket(lab.db, { accountId });
  const before = await row(id);
  const { message } = await operator.run('noteTicket', { ticket: id, message: 'A difficult one.' });
  expect(await row(id)).toEqual(before);
  expect(await mailsOf(accountId)).toEqual([]);
  const shown = await operator.run('showTicket', { ticket: id });
  expect(shown.messages.at(-1)).toMatchObject({ id: message, internal: true, customer: false, text: 'A difficult one.' });
  expect(await lab.db.selectFrom('audit_log').select('id').where('account_id', '=', accountId).execute()).toEqual([]);
});

test('assignTicket assigns any person, or nobody', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId });
  expect(await operator.run('assignTicket', { ticket: id, to: 'ann' })).toMatchObject({ assigned_to: 'ann' });
  expect((await operator.run('assignTicket', { ticket: id })).assigned_to).toMatch(/./);
  expect(await operator.run('assignTicket', { ticket: id, nobody: true })).toMatchObject({ assigned_to: null });
});

test('resolveTicketUnanswered and reopenTicket change the state, and refuse if it is already reached', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId });
  expect(await operator.run('resolveTicketUnanswered', { ticket: id })).toMatchObject({ status: 'resolved' });
  await expect(operator.run('resolveTicketUnanswered', { ticket: id })).rejects.toThrow(
    'This ticket is resolved, so this action is not possible.',
  );
  expect(await operator.run('reopenTicket', { ticket: id })).toMatchObject({ status: 'opened' });
  const lines = lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('resource_kind', '=', 'ticket')
    .where('resource_id', '=', id);
  expect(await lines.orderBy('id').execute()).toEqual([{ action: 'resolveTicket' }, { action: 'reopenTicket' }]);
  expect((await row(id)).waiting_since).toBeInstanceOf(Date);
  await expect(operator.run('reopenTicket', { ticket: id })).rejects.toThrow(
    'This ticket is opened, so this action is not possible.',
  );
});

test('saveAttachment writes the received file, and no other', async () => {
  const ticketId = await givenTicket(lab.db, { accountId: me.accountId });
  const bytes = Buffer.from([0, 255, 10, 13]);
  const { key, sha256 } = await storeFile(directory, bytes);
  const given = { accountId: me.accountId, ticketId, key, bytes: 4n };
  const { id } = await givenAttachment(lab.db, { ...given, sha256 });
  const file = path.join(directory, 'saved');
  expect(await operator.run('saveAttachment', { attachment: id, file })).toMatchObject({
    id,
    ticket: ticketId,
    bytes: 4,
    sha256,
  });
  expect(await readFile(file)).toEqual(bytes);
  await expect(operator.run('saveAttachment', { attachment: id, file })).rejects.toThrow('already exists');
  const second = await storeFile(directory, bytes);
  const wrong = await givenAttachment(lab.db, { ...given, key: second.key, sha256: '0'.repeat(64) });
  await expect(operator.run('saveAttachment', { attachment: wrong.id, file: `${file}-2` })).rejects.toThrow('not what has come');
  await expect(readFile(`${file}-2`)).rejects.toThrow('ENOENT');
  await expect(operator.run('saveAttachment', { attachment: 9_999, file: `${file}-3` })).rejects.toThrow('does not exist');
});
