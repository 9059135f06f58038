import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

const contentOf = async (id: number) =>
  (await lab.db.selectFrom('ticket_messages').select('content').where('id', '=', id).executeTakeFirstOrThrow()).content;

test('addCanned, setCanned, listCanned, showCanned and removeCanned: add, change, find and remove a reply', async () => {
  const added = await operator.run('addCanned', { canned: 'greeting', text: 'Hello {{name}}!' });
  expect(added).toMatchObject({ key: 'greeting', text: 'Hello {{name}}!' });
  await expect(operator.run('addCanned', { canned: 'greeting', text: 'Another one' })).rejects.toMatchObject({
    code: 'wrong_state',
  });
  await operator.run('addCanned', { canned: 'closing', text: 'Bye, {{name}}.' });
  const changed = await operator.run('setCanned', { canned: 'greeting', text: 'Good day, {{name}}!' });
  expect(changed).toMatchObject({ id: added.id, text: 'Good day, {{name}}!', created_at: added.created_at });
  expect((await operator.run('listCanned')).data.map(({ key }) => key)).toEqual(['closing', 'greeting']);
  expect(await operator.run('showCanned', { canned: 'greeting' })).toEqual(changed);
  expect(await operator.run('removeCanned', { canned: 'closing' })).toEqual({ key: 'closing' });
  for (const [name, more] of [
    ['showCanned', {}],
    ['setCanned', { text: 'Another one' }],
    ['removeCanned', {}],
  ] as const)
    await expect(operator.run(name, { canned: 'closing', ...more })).rejects.toMatchObject({ code: 'not_found' });
});

test('refuses a text with an unknown placeholder, or without content', async () => {
  for (const text of ['Hello {{nam}}!', '{{}} and so on', '    a    '])
    await expect(operator.run('addCanned', { canned: 'wrong', text })).rejects.toThrow(/braces|at least 5/);
});

test('replyTicket fills in a canned reply, and escapes the inserted values', async () => {
  const { accountId, userId } = await givenAccount(lab.db);
  await lab.db.updateTable('users').set({ name: 'Ada <b>' }).where('id', '=', userId).execute();
  const service_id = await givenServer(lab.db, { accountId, hostname: 'web-1.example.com' });
  const ticket = await givenTicket(lab.db, { accountId, user_id: userId, service_id, subject: 'It {{staff}} hangs' });
  const text = 'Dear {{name}},\n{{server}} runs again ("{{subject}}", #{{ticket}}).';
  await operator.run('addCanned', { canned: 'runs-again', text });
  const filled = `Dear Ada <b>,\nweb-1.example.com runs again ("It {{staff}} hangs", #${ticket}).`;
  expect((await operator.run('showCanned', { canned: 'runs-again', ticket })).text).toBe(filled);
  const { message, status } = await operator.run('replyTicket', { ticket, canned: 'runs-again', resolve: true });
  expect(status).toBe('resolved');
  expect(await contentOf(message)).toMatch(/Dear Ada &lt;b&gt;,.*web-1\.example\.com runs again.*It \{\{staff\}\} hangs/s);
  const mail = await lab.db.selectFrom('mails').select('data').where('ticket_id', '=', ticket).executeTakeFirstOrThrow();
  expect(JSON.stringify(mail.data)).toContain('Dear Ada <b>,');
  const line = lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'replyTicket')
    .where('resource_id', '=', ticket);
  expect((await line.executeTakeFirstOrThrow()).details).toMatchObject({ canned: 'runs-again' });
});

test('replyTicket requires a message or an existing canned reply, and not both', async () => {
  const { accountId } = await givenAccount(lab.db);
  const ticket = await givenTicket(lab.db, { accountId });
  for (const given of [{}, { message: 'By hand.', canned: 'greeting' }])
    await expect(operator.run('replyTicket', { ticket, ...given })).rejects.toMatchObject({
      code: 'validation',
      details: { errors: { message: [expect.any(String)] } },
    });
  await expect(operator.run('replyTicket', { ticket, canned: 'no-such' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(operator.run('showCanned', { canned: 'greeting', ticket: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
});
