/** Tests files that the staff sends with an answer or a note over HTTP, and reads. The guards are those of customer forms. */
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, type Lab, openLab } from '../app.ts';
import { type FakeClamd, openFakeClamd, VIRUS, VIRUS_NAME } from '../fake-clamd.ts';
import { type FormPart, formOf, partsOf } from '../form.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { givenAttachment, givenTicket, storeFile } from '../given-tickets.ts';
import { openOperator } from '../operator.ts';

let lab: Lab;
let me: GivenAccount;
let ann: GivenStaff;
let ticket: number;
beforeAll(async () => {
  lab = await openLab({
    settings: { ticketFileBytesPerAccount: 10_000, staffFileBytesPerAccount: 20_000 },
    scanners: openScanners({ scanMs: 1_000 }),
    uploads: { perAccount: 1 },
  });
  me = await givenAccount(lab.db);
  ann = await givenStaff(lab.db, { role: 'support', name: 'Ann' });
  ticket = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });
});
afterAll(() => lab.close());

type File = Omit<FormPart, 'name'>;
interface Sent {
  to?: number;
  by?: GivenStaff;
  key?: string;
  files?: readonly File[];
}
const LOG: File = { file: 'boot.log', content: 'kernel panic' };

function send(verb: 'reply' | 'note', fields: Record<string, string>, { to = ticket, by = ann, key, files }: Sent = {}) {
  const { payload, headers } = formOf(partsOf(fields, files ?? [LOG]));
  return lab.send({
    ...{ method: 'POST', url: `/v1/operator/tickets/${to}/${verb}`, payload },
    headers: { ...headers, authorization: `Bearer ${by.token}`, ...(key && { 'idempotency-key': key }) },
  });
}
const reply = (sent?: Sent) => send('reply', { message: 'Please run this.' }, sent);
const read = (id: number, token = ann.token): Promise<Answer> =>
  lab.send({ method: 'GET', url: `/v1/operator/attachments/${id}`, headers: { authorization: `Bearer ${token}` } });
const seenByCustomer = async (id = ticket) => (await lab.call('getTicket', { params: { id } }, { token: me.token })).body;

/** Returns everything that a refused answer could leave behind. */
const kept = async () => ({
  files: await readdir(lab.attachments),
  messages: await lab.db.selectFrom('ticket_messages').select('id').orderBy('id').execute(),
  rows: await lab.db.selectFrom('ticket_attachments').select('id').orderBy('id').execute(),
  mails: await lab.db.selectFrom('mails').select('id').orderBy('id').execute(),
});

test('a reply with files is stored, mailed with their names, audited, and read by the customer under safe names', async () => {
  const id = await givenTicket(lab.db, { accountId: me.accountId, user_id: me.userId });
  const files = [{ file: '../fix\u202ehs.sh', content: '#!/bin/sh', type: 'application/x-sh' }, LOG];
  const { status, body } = await send('reply', { message: 'Please run this.', resolve: 'true' }, { to: id, files });
  expect([status, body.status]).toEqual([200, 'resolved']);
  const message = (await seenByCustomer(id)).messages.at(-1);
  expect(message).toMatchObject({
    ...{ id: body.message, is_customer: false },
    attachments: [
      { name: 'fixhs.sh', size: 9, mimeType: 'application/octet-stream' },
      { name: 'boot.log', size: 12, mimeType: 'text/plain' },
    ],
  });
  const downloaded = await lab.call(
    'downloadTicketAttachment',
    { params: { id, attachment_id: message.attachments[1].id } },
    { token: me.token },
  );
  expect(downloaded).toMatchObject({ status: 200, text: 'kernel panic' });
  const mails = lab.db.selectFrom('mails').select('data').where('ticket_id', '=', id);
  expect(await mails.execute()).toMatchObject([{ data: { files: ['fixhs.sh', 'boot.log'] } }]);
  const lines = lab.db.selectFrom('audit_log').select(['actor_name', 'details']).where('resource_id', '=', id);
  expect(await lines.where('action', '=', 'replyTicket').execute()).toMatchObject([
    { actor_name: 'Ann', details: { files: 2, message: body.message } },
  ]);
});

test('files of a note are visible only to the staff', async () => {
  const { status, body } = await send('note', { message: 'Their disk, as I see it.' });
  expect(status).toBe(200);
  const { id } = await lab.db
    .selectFrom('ticket_attachments')
    .select('id')
    .where('message_id', '=', body.message)
    .executeTakeFirstOrThrow();
  expect(await read(id)).toMatchObject({ status: 200, text: 'kernel panic' });
  const params = { id: ticket, attachment_id: id };
  expect(await lab.call('downloadTicketAttachment', { params }, { token: me.token })).toMatchObject({ status: 404 });
  expect(JSON.stringify(await seenByCustomer())).not.toContain('boot.log');
});

test('JSON without files is still accepted', async () => {
  const headers = { authorization: `Bearer ${ann.token}` };
  const payload = { message: 'No files here.', resolve: false };
  const url = `/v1/operator/tickets/${ticket}/reply`;
  expect(await lab.send({ method: 'POST', url, headers, payload })).toMatchObject({ status: 200, body: { status: 'answered' } });
});

test('staff and customer have separate file quotas in the tickets of an account', async () => {
  const owner = await givenAccount(lab.db);
  const id = await givenTicket(lab.db, { accountId: owner.accountId, user_id: owner.userId });
  const file = (bytes: number): File[] => [{ file: 'a.log', content: Buffer.alloc(bytes) }];
  const answer = (bytes: number) => reply({ to: id, files: file(bytes) });
  const write = (bytes: number) => {
    const { payload, headers } = formOf(partsOf({ message: 'Please look.' }, file(bytes)));
    const url = `/v1/support/tickets/${id}/messages`;
    return lab.send({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${owner.token}` } });
  };
  const refused = (message: string) => ({
    status: 422,
    body: { code: 'no_capacity', message: expect.stringContaining(message) },
  });
  expect((await answer(15_000)).status).toBe(200);
  expect((await write(8_000)).status).toBe(200);
  expect((await send('note', { message: 'Their disk.' }, { to: id, files: file(5_000) })).status).toBe(200);
  expect(await answer(1)).toMatchObject(refused('Staff files in the tickets of an account'));
  expect(await write(3_000)).toMatchObject(refused('Customer files in the tickets of an account'));
  expect((await write(2_000)).status).toBe(200);
});

describe('a refused reply leaves no file, no message and no mail', () => {
  const some = (count: number, bytes = 10): File[] =>
    Array.from({ length: count }, (_, i) => ({ file: `${i}.txt`, content: Buffer.alloc(bytes) }));
  test.each<[string, (by: GivenStaff) => Promise<Answer>, object]>([
    ['a short text', () => send('reply', { message: 'x' }), { status: 422, body: { errors: { message: expect.anything() } } }],
    [
      'an unknown field',
      () => send('reply', { message: 'Hello you.', mood: 'good' }),
      { body: { errors: { mood: expect.anything() } } },
    ],
    [
      'a flag that is none',
      () => send('reply', { message: 'Hello you.', resolve: '1' }),
      { body: { errors: { resolve: expect.anything() } } },
    ],
    [
      'what the path names',
      () => send('reply', { message: 'Hello you.', ticket: '1' }),
      { body: { errors: { ticket: expect.anything() } } },
    ],
    ['a ticket that is none', () => reply({ to: 999_999 }), { status: 404 }],
    ['too many files', () => reply({ files: some(11) }), { status: 422, body: { errors: { attachments: expect.anything() } } }],
    [
      'a large file',
      () => reply({ files: some(1, 10 * 1024 ** 2 + 1) }),
      { status: 422, body: { errors: { attachments: expect.anything() } } },
    ],
    ['a large form', () => reply({ files: some(4, 9_000_000) }), { status: 413, body: { code: 'payload_too_large' } }],
    [
      'more than the staff may have in tickets of the account',
      () => reply({ files: some(3, 8_000) }),
      { status: 422, body: { code: 'no_capacity' } },
    ],
    ['the token of a customer', (by) => reply({ by }), { status: 401 }],
  ])('%s', async (_what, ask, refusal) => {
    const before = await kept();
    expect(await ask({ ...ann, token: me.token })).toMatchObject(refusal);
    expect(await kept()).toEqual(before);
  });

  test('if its recipient has no account and could not open the files', async () => {
    const id = await givenTicket(lab.db, { accountId: me.accountId });
    await lab.db.updateTable('tickets').set({ account_id: null, requester: 'bob@example.org' }).where('id', '=', id).execute();
    const before = await kept();
    expect(await reply({ to: id })).toMatchObject({ status: 422, body: { errors: { attachments: expect.anything() } } });
    expect(await kept()).toEqual(before);
    expect((await reply({ to: id, files: [] })).status).toBe(200);
  });
});

test('a repeat with its key gets the same reply and stores no second file; other files are another request', async () => {
  const first = await reply({ key: 'once' });
  const before = await kept();
  const again = await reply({ key: 'once' });
  expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(await reply({ key: 'once', files: [{ ...LOG, content: 'else' }] })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
  expect(await kept()).toEqual(before);
});

test('only the staff can download customer files, which are never displayed or executed', async () => {
  const page = '<script>alert(document.domain)</script>';
  const { key, sha256 } = await storeFile(lab.attachments, page);
  const given = { key, sha256, bytes: BigInt(page.length), name: 'Gr\u00f6\u00dfe.html', mime_type: 'application/octet-stream' };
  const { id } = await givenAttachment(lab.db, { accountId: me.accountId, ticketId: ticket, ...given });
  const served = await read(id);
  expect(served).toMatchObject({ status: 200, text: page });
  expect(served.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(page.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-disposition': `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`,
  });
  expect(await read(id, me.token)).toMatchObject({ status: 401 });
  expect(await read(999_999)).toMatchObject({ status: 404 });
});

describe('with a virus scanner', () => {
  let clamd: FakeClamd;
  beforeAll(async () => {
    clamd = await openFakeClamd();
    await openOperator(lab).run('setScanner', { socket: clamd.socket });
  });
  afterEach(() => clamd.be('well'));
  afterAll(async () => {
    await openOperator(lab).run('setScanner', { off: true });
    await clamd.close();
  });

  test('refuses an infected file at its field, with an audit line of the staff member', async () => {
    const before = await kept();
    const { status, body } = await reply({ files: [LOG, { file: 'fix.exe', content: `MZ ${VIRUS}` }] });
    expect([status, body.code]).toEqual([422, 'infected_file']);
    expect(body.errors).toEqual({ 'attachments.1': [`fix.exe contains a virus (${VIRUS_NAME}). Remove the file.`] });
    expect(await kept()).toEqual(before);
    const lines = lab.db.selectFrom('audit_log').select(['actor_kind', 'actor_name']).where('action', '=', 'file.infected');
    expect(await lines.execute()).toEqual([{ actor_kind: 'staff', actor_name: 'Ann' }]);
  });

  test('accepts no unscanned file', async () => {
    const before = await kept();
    clamd.be('garbage');
    expect(await reply()).toMatchObject({ status: 503, body: { code: 'scanner_unavailable' } });
    expect(await kept()).toEqual(before);
  });
});

test('an aborted upload leaves nothing, and concurrent uploads of a staff member are limited', async () => {
  await lab.app.listen({ port: 0, host: '127.0.0.1' });
  const before = await kept();
  const { payload, headers } = formOf(partsOf({ message: 'Please run this.' }, [{ ...LOG, content: Buffer.alloc(500_000) }]));
  const { port } = lab.app.server.address() as { port: number };
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  socket.write(
    `POST /v1/operator/tickets/${ticket}/reply HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ann.token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, 300_000));
  await vi.waitFor(async () => expect((await readdir(lab.attachments)).length).toBe(before.files.length + 1), {
    timeout: 10_000,
  });
  expect(await reply()).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', message: expect.stringContaining('person') },
  });
  expect(await reply({ by: await givenStaff(lab.db, { role: 'support' }), to: 999_999 })).toMatchObject({ status: 404 });
  socket.destroy();
  await vi.waitFor(async () => expect(await kept()).toEqual(before), { timeout: 10_000 });
  expect((await reply()).status).toBe(200);
});
