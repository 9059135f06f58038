import { ticketNamed, ticketOfMails, ticketOfTokens } from '@innkeeper/db/tables/received-mails';
import { loadTicket } from '@innkeeper/db/tables/tickets';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenAttachment, givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ ...lab, settings: { messagesPerTicket: 5 } });
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute));
const row = (id: number) => lab.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ticket = (fields: Partial<Parameters<typeof givenTicket>[1]> = {}) =>
  givenTicket(lab.db, { accountId: me.accountId, ...fields });
const merge = (one: number, into: number) => operator.run('mergeTicket', { ticket: one, into });
const refused = (code: string) => ({ code });

test('mergeTicket moves messages, files and mails to the other ticket, with the earlier waiting time and a link', async () => {
  const from = await ticket({ waiting_since: at(10), staff_seen: 3 });
  const into = await ticket({ waiting_since: null, status: 'answered', staff_seen: 9 });
  const file = await givenAttachment(lab.db, { accountId: me.accountId, ticketId: from });
  await operator.run('noteTicket', { ticket: from, message: 'A note of ours.' });
  expect(await merge(from, into)).toEqual({ id: from, into, status: 'customer-reply', messages: 3 });
  expect(await row(into)).toMatchObject({ status: 'customer-reply', waiting_since: at(10), staff_seen: 3, merged_into: null });
  expect(await row(from)).toMatchObject({ status: 'resolved', waiting_since: null, merged_into: into });
  const { messages } = await loadTicket(lab.db, into);
  expect(messages.map(({ internal }) => internal)).toEqual([false, false, true]);
  expect(messages.flatMap(({ attachments }) => attachments.map(({ id }) => id))).toEqual([file.id]);
  const left = (await loadTicket(lab.db, from)).messages;
  expect(left).toMatchObject([
    { author: 'staff', internal: false, content: expect.stringContaining(`merged into ticket ${into}`) },
  ]);
  const line = lab.db
    .selectFrom('audit_log')
    .select(['account_id', 'details'])
    .where('action', '=', 'mergeTicket')
    .where('resource_id', '=', from);
  expect(await line.executeTakeFirstOrThrow()).toEqual({ account_id: me.accountId, details: { into } });
});

test('mail to a merged ticket arrives in the other, also after a second merge', async () => {
  const [first, second, last] = [await ticket(), await ticket(), await ticket()];
  await operator.run('replyTicket', { ticket: first, message: 'Is it on?' });
  const { mail_token } = await row(first);
  const { key } = await lab.db.selectFrom('mails').select('key').where('ticket_id', '=', first).executeTakeFirstOrThrow();
  await merge(first, second);
  await merge(second, last);
  expect(await ticketOfTokens(lab.db, [mail_token], at(0))).toMatchObject({ id: last, accountId: me.accountId });
  expect(await ticketOfMails(lab.db, [key], at(0))).toMatchObject({ id: last });
  expect(await ticketNamed(lab.db, first, me.email, at(0))).toMatchObject({ id: last, isParticipant: true });
});

test('nobody can write in, reopen or merge a merged ticket', async () => {
  const [from, into, other] = [await ticket(), await ticket(), await ticket()];
  await merge(from, into);
  const refusal = { code: 'wrong_state', message: expect.stringContaining(`merged into ticket ${into}`) };
  for (const name of ['replyTicket', 'noteTicket'] as const)
    await expect(operator.run(name, { ticket: from, message: 'One more.' })).rejects.toMatchObject(refusal);
  await expect(operator.run('reopenTicket', { ticket: from })).rejects.toMatchObject(refusal);
  await expect(merge(from, other)).rejects.toMatchObject(refusal);
  await expect(merge(other, from)).rejects.toMatchObject(refusal);
});

test('refuses tickets of two customers, resolved ones, the same one, and a result that is too long', async () => {
  const mine = await ticket();
  const another = await givenTicket(lab.db, { accountId: (await givenAccount(lab.db)).accountId });
  await expect(merge(mine, another)).rejects.toMatchObject(refused('wrong_state'));
  const resolved = await ticket({ waiting_since: null, status: 'resolved', resolved_at: at(0) });
  await expect(merge(mine, resolved)).rejects.toMatchObject(refused('wrong_state'));
  await expect(merge(mine, mine)).rejects.toMatchObject(refused('validation'));
  await expect(merge(mine, 999_999)).rejects.toMatchObject(refused('not_found'));
  const long = await ticket();
  for (let i = 0; i < 4; i += 1) await operator.run('noteTicket', { ticket: long, message: 'A note of ours.' });
  await expect(merge(long, mine)).rejects.toMatchObject(refused('wrong_state'));
  expect(await merge(resolved, mine)).toMatchObject({ messages: 2 });
});

test('the response target of the first ticket continues in the other', async () => {
  const [from, into] = [await ticket({ waiting_since: at(1) }), await ticket({ waiting_since: at(2) })];
  const service = await lab.db
    .insertInto('services')
    .values({ type: 'support-plan', account_id: me.accountId, key: 'given', status: 'active', billing_cycle: 1, renew_price: 0n })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { waiting_since: at(1), started_at: at(1), warn_at: at(5), due_at: at(9) };
  await lab.db
    .insertInto('response_targets')
    .values({ ticket_id: from, account_id: me.accountId, service_id: service.id, ...times, promised: 0n })
    .execute();
  await merge(from, into);
  const { data } = await operator.run('listAllTickets', { account: String(me.accountId), per_page: 1000 });
  expect(data.find(({ id }) => id === into)).toMatchObject({
    waiting_since: at(1).toISOString(),
    response_due_at: at(9).toISOString(),
  });
});
