import { readdir } from 'node:fs/promises';
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type FormPart, formOf, partsOf } from '@innkeeper/lab/form';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let lab: Lab;
let me: GivenAccount;
let department: number;
beforeAll(async () => {
  lab = await openLab({
    settings: { openTicketsPerAccount: 3, ticketFileBytesPerAccount: 10_000, messagesPerTicket: 4, textBytesPerTicket: 2_000 },
  });
  me = await givenAccount(lab.db);
  department = (await lab.call('listDepartments', {}, { token: me.token })).body.data[0].id;
});
afterAll(() => lab.close());

const HELLO = { subject: 'It does not boot', message: 'My server does not boot.' };

interface Sent {
  by?: GivenAccount;
  key?: string;
  boundary?: string;
  files?: Omit<FormPart, 'name'>[];
}

function send(
  url: string,
  fields: Record<string, string | number>,
  { by = me, key, boundary, files }: Sent = {},
): Promise<Answer> {
  const { payload, headers } = formOf(partsOf(fields, files), boundary);
  const authorization = `Bearer ${by.token}`;
  return lab.send({
    method: 'POST',
    url: `/v1/support/tickets${url}`,
    headers: { ...headers, authorization, ...(key && { 'idempotency-key': key }) },
    payload,
  });
}

/** Sends `createTicket`. */
const create = (fields = {}, sent: Sent = {}) => send('', { department_id: department, ...HELLO, ...fields }, sent);
/** Sends `replyToTicket`. */
const reply = (id: number, message: string, sent: Sent = {}) => send(`/${id}/messages`, { message }, sent);
const resolve = (id: number, by = me) => lab.call('resolveTicket', { params: { id } }, { token: by.token });
const get = (id: number, by = me) => lab.call('getTicket', { params: { id } }, { token: by.token });
const download = (id: number, attachment_id: number, by = me) =>
  lab.call('downloadTicketAttachment', { params: { id, attachment_id } }, { token: by.token });
const files = () => readdir(lab.attachments);
const text = (file: string, content: string | Buffer, type?: string) => ({ file, content, ...(type && { type }) });

describe.each([
  ['suspended', { suspended_at: new Date(), suspend_reason: 'Abuse' }],
  ['closing', { closing_asked_at: new Date(), closes_at: new Date(Date.now() + 86_400_000) }],
])('a member of a %s account', (_state, fields) => {
  test('opens, answers and resolves tickets with the bounds of every account, and changes nothing else', async () => {
    const by = await givenAccount(lab.db);
    const server = await givenServer(lab.db, { accountId: by.accountId });
    await lab.db.updateTable('accounts').set(fields).where('id', '=', by.accountId).execute();
    const { status, body } = await create({}, { by, files: [text('boot.log', 'kernel panic')] });
    expect(status).toBe(200);
    expect((await reply(body.id, 'Is anybody there?', { by })).status).toBe(200);
    expect(await resolve(body.id, by)).toMatchObject({ status: 200, body: { status: 'resolved' } });
    for (const _one of [1, 2, 3]) expect((await create({}, { by })).status).toBe(200);
    expect((await create({}, { by })).body.code).toBe('no_capacity');
    const refused = await lab.call('restartServer', { params: { server } }, { token: by.token });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'account_suspended', message: expect.stringContaining('tickets') },
    });
  });
});

describe('createTicket', () => {
  test('opens a ticket about a server, with its message and files', async () => {
    const by = await givenAccount(lab.db);
    const service_id = await givenServer(lab.db, { accountId: by.accountId, hostname: 'web-1.example.com' });
    const services = await lab.call('listTicketServices', {}, { token: by.token });
    expect(services.body).toMatchObject({
      data: [{ id: service_id, type: 'server', label: 'web-1.example.com' }],
      meta: { total: 1, per_page: 20 },
    });
    const about = { service_id, service_type: 'server', message: '<p>It <b>hangs</b>.</p><script>alert(1)</script>' };
    const { status, body } = await create(about, {
      by,
      files: [text('boot.log', 'kernel panic'), text('a.html', '<b>', 'text/html')],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'opened', subject: HELLO.subject, department: 'technical' },
      ...{ service_id, service_type: 'server', service_label: 'web-1.example.com' },
    });
    expect(body.messages).toMatchObject([
      {
        content: '<p>It <b>hangs</b>.</p>',
        is_customer: true,
        attachments: [
          { name: 'boot.log', size: 12, mimeType: 'text/plain' },
          { name: 'a.html', size: 3, mimeType: 'application/octet-stream' },
        ],
      },
    ]);
    expect((await get(body.id, by)).body).toEqual(body);
    const list = await lab.call('listTickets', { query: { 'filter[status]': 'opened,resolved' } }, { token: by.token });
    const { messages: _messages, ...summary } = body;
    expect(list.body.data).toEqual([summary]);
    const others = await lab.call('listTickets', { query: { 'filter[status]': 'answered' } }, { token: by.token });
    expect(others.body.data).toEqual([]);
    const lines = await lab.db.selectFrom('audit_log').selectAll().where('account_id', '=', by.accountId).execute();
    expect(lines).toMatchObject([{ action: 'createTicket', actor_kind: 'token', details: { files: 2 } }]);
  });

  test('can refer to a service of the account, which are listed by name and paged', async () => {
    const { accountId, token } = await givenAccount(lab.db);
    for (const hostname of ['web-3', 'web-1', 'web-2']) await givenServer(lab.db, { accountId, hostname });
    await givenServer(lab.db, { accountId, hostname: 'ended', status: 'terminated' });
    const pages = await Promise.all(
      [1, 2].map((page) => lab.call('listTicketServices', { query: { page, per_page: 2 } }, { token })),
    );
    const labels = pages.map(({ body }) => body.data.map(({ label }: { label: string }) => label));
    expect(labels).toEqual([['web-1', 'web-2'], ['web-3']]);
    expect(pages[1]?.body).toMatchObject({ links: { next: null }, meta: { total: 3, last_page: 2, current_page: 2 } });
    const refused = await lab.call('listTicketServices', { query: { per_page: 51 } }, { token });
    expect(refused).toMatchObject({ status: 422, body: { errors: { per_page: [expect.any(String)] } } });
  });

  test('shows when the support plan promises an answer, until there is one', async () => {
    const by = await givenAccount(lab.db);
    await givenSupportPlan(lab.db, by);
    const { body } = await create({}, { by });
    expect(Date.parse(body.response_due_at) - Date.parse(body.created_at)).toBe(3_600_000);
    const list = await lab.call('listTickets', {}, { token: by.token });
    expect(list.body.data).toMatchObject([{ id: body.id, response_due_at: body.response_due_at }]);
    expect((await resolve(body.id, by)).body).toMatchObject({ response_due_at: null });
  });

  test('refuses unknown references by field, and leaves no file of a refused ticket', async () => {
    const before = await files();
    const sent = { files: [text('a.txt', 'a')] };
    const refused = async (fields: object, field: string) =>
      expect(await create(fields, sent)).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    await refused({ department_id: 999 }, 'department_id');
    await refused({ service_id: 999, service_type: 'server' }, 'service_id');
    await refused({ service_id: 1, service_type: 'shared-hosting' }, 'service_id');
    await refused({ service_id: 1 }, 'service_type');
    await refused({ message: '<p><b> </b></p><script>is no text</script>' }, 'message');
    const foreign = await givenServer(lab.db, { accountId: (await givenAccount(lab.db)).accountId });
    expect(await create({ service_id: foreign, service_type: 'server' }, sent)).toMatchObject({ status: 403 });
    expect(await files()).toEqual(before);
  });

  test('counts the characters of a message as sent, and requires some readable text', async () => {
    const by = await givenAccount(lab.db);
    const opened = await create({ message: '<b>No</b>' }, { by });
    expect(opened).toMatchObject({ status: 200, body: { messages: [{ content: '<b>No</b>' }] } });
    const { id } = opened.body;
    expect((await reply(id, '  ok ', { by })).status).toBe(200);
    expect((await reply(id, '<p>\u{1f600}</p>', { by })).status).toBe(200);
    const refused = { status: 422, body: { errors: { message: [expect.any(String)] } } };
    for (const short of ['nope', '\u{1f600}\u{1f600}\u{1f600}'])
      expect(await reply(id, short, { by }), short).toMatchObject(refused);
    for (const empty of ['     ', '<b></b><br>', '<script>text</script>', '&nbsp;&#8203;&zwj;', '\u200b\u200b\u200b\u200b\u200b'])
      expect(await reply(id, empty, { by }), empty).toMatchObject(refused);
    expect((await get(id, by)).body.messages).toHaveLength(3);
  });

  test('enforces the limits of an account: open tickets, and bytes of files', async () => {
    const by = await givenAccount(lab.db);
    const [one] = [await create({}, { by }), await create({}, { by }), await create({}, { by })];
    expect(await create({}, { by })).toMatchObject({ status: 422, body: { code: 'no_capacity' } });
    await resolve(one.body.id, by);
    expect((await create({}, { by })).status).toBe(200);
    const before = await files();
    const large = { by, files: [text('a', Buffer.alloc(6_000))] };
    expect((await reply(one.body.id, 'A first file.', large)).status).toBe(200);
    expect(await reply(one.body.id, 'A second file.', large)).toMatchObject({ status: 422, body: { code: 'no_capacity' } });
    expect(await files()).toHaveLength(before.length + 1);
  });
});

test('a ticket is answered, replied to, resolved, and reopened by a reply', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId });
  const row = () => lab.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { waiting_since } = await row();
  expect((await reply(id, 'Are you there?')).body.status).toBe('customer-reply');
  expect((await row()).waiting_since).toEqual(waiting_since);
  expect((await resolve(id)).body).toMatchObject({ status: 'resolved' });
  expect(await row()).toMatchObject({ waiting_since: null, resolved_at: expect.any(Date) });
  expect(await resolve(id)).toMatchObject({ status: 422, body: { code: 'wrong_state', errors: {} } });
  expect((await reply(id, 'It is not settled.')).body.status).toBe('customer-reply');
  expect(await row()).toMatchObject({ waiting_since: expect.any(Date), resolved_at: null });
  const events = lab.db.selectFrom('events').selectAll().where('resource_kind', '=', 'ticket').where('resource_id', '=', id);
  expect((await events.orderBy('id').execute()).map(({ change, data }) => [change, data])).toEqual([
    ['created', { status: 'opened' }],
    ['updated', { status: 'customer-reply' }],
    ['updated', { status: 'resolved' }],
    ['updated', { status: 'customer-reply' }],
  ]);
});

test('reading marks a ticket as seen, and customers never see internal notes', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId });
  const by = { ticket_id: id, created_at: new Date(), author: 'staff', staff_name: 'ann' } as const;
  const write = (content: string, internal: boolean) =>
    lab.db
      .insertInto('ticket_messages')
      .values({ ...by, content, internal })
      .returning('id')
      .executeTakeFirstOrThrow();
  const answer = await write('We look at it.', false);
  const note = await write('Their disk is full.', true);
  const key = `${'0'.repeat(64)}-${'1'.repeat(16)}`;
  const of = { account_id: me.accountId, ticket_id: id, message_id: note.id, author: 'staff' as const };
  const file = { ...of, created_at: new Date(), key };
  const secret = await lab.db
    .insertInto('ticket_attachments')
    .values({ ...file, name: 'secret.txt', mime_type: 'text/plain', bytes: 1n, sha256: '0'.repeat(64) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { body } = await get(id);
  expect(body.messages.map(({ content, is_customer }: Record<string, unknown>) => [content, is_customer])).toEqual([
    ['Given message.', true],
    ['We look at it.', false],
  ]);
  expect(await download(id, secret.id)).toMatchObject({ status: 404 });
  const seen = await lab.db.selectFrom('tickets').select(['customer_seen', 'staff_seen']).where('id', '=', id).execute();
  expect(seen).toEqual([{ customer_seen: answer.id, staff_seen: 0 }]);
});

test('replyToTicket is refused in a ticket with too many messages', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId });
  expect(await reply(id, 'x'.repeat(2_000))).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  for (let i = 0; i < 3; i += 1) expect((await reply(id, `Message ${i}`)).status).toBe(200);
  expect(await reply(id, 'One more.')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
});

describe('downloadTicketAttachment', () => {
  test('serves the bytes as a download, never for display or execution', async () => {
    const id = await givenTicket(lab.db, { accountId: me.accountId });
    const page = '<script>alert(document.domain)</script>';
    const sent = { files: [text('Gr\u00f6\u00dfe.html', page, 'text/html'), text('p.png', 'PNG', 'image/png')] };
    const [, message] = (await reply(id, 'Two files.', sent)).body.messages;
    const [html, png] = message.attachments;
    const served = await download(id, html.id);
    expect(served).toMatchObject({ status: 200, text: page });
    expect(served.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(page.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`,
    });
    expect((await download(id, png.id)).headers['content-type']).toBe('image/png');
    const other = await givenTicket(lab.db, { accountId: me.accountId });
    expect(await download(other, html.id)).toMatchObject({ status: 404 });
    expect(await download(id, html.id, await givenAccount(lab.db))).toMatchObject({ status: 403 });
  });
});

describe('an Idempotency-Key', () => {
  test('covers fields and files but not the boundary, and a repeat stores no second file', async () => {
    const id = await givenTicket(lab.db, { accountId: me.accountId });
    const sent = { key: 'form-1', files: [text('a.txt', 'same')] };
    const first = await reply(id, 'With a file.', { ...sent, boundary: 'one' });
    const stored = await files();
    const again = await reply(id, 'With a file.', { ...sent, boundary: 'two' });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await files()).toEqual(stored);
    const other = await reply(id, 'With a file.', { ...sent, files: [text('a.txt', 'else')] });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect(await files()).toEqual(stored);
    expect((await get(id)).body.messages).toHaveLength(2);
  });
});
