/** Tests the files of tickets while a virus scanner is configured: a small one that speaks the protocol of clamd. */
import { readdir } from 'node:fs/promises';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { checkScanner } from '@innkeeper/jobs/check-scanner';
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type FakeClamd, openFakeClamd, VIRUS, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { type FormPart, formOf, partsOf } from '@innkeeper/lab/form';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { openLabInbox } from '@innkeeper/lab/received-mail';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let lab: Lab;
let clamd: FakeClamd;
let operator: Operator;
let me: GivenAccount;
let ticket: number;
beforeAll(async () => {
  lab = await openLab({ scanners: openScanners({ scanMs: 1_000 }) });
  clamd = await openFakeClamd();
  operator = openOperator(lab);
  me = await givenAccount(lab.db);
  ticket = await givenTicket(lab.db, { accountId: me.accountId });
});
beforeEach(async () => {
  await operator.run('setScanner', { socket: clamd.socket });
});
afterEach(() => clamd.be('well'));
afterAll(async () => {
  await clamd.close();
  await lab.close();
});

type File = Omit<FormPart, 'name'>;
const clean: File = { file: 'boot.log', content: 'kernel panic' };
const infected: File = { file: '../mail\u202efdp.exe', content: `MZ ${VIRUS}` };

function send(url: string, fields: Record<string, string | number>, files: readonly File[], key?: string): Promise<Answer> {
  const { payload, headers } = formOf(partsOf(fields, files));
  const authorization = `Bearer ${me.token}`;
  return lab.send({
    ...{ method: 'POST', url: `/v1/support/tickets${url}`, payload },
    headers: { ...headers, authorization, ...(key && { 'idempotency-key': key }) },
  });
}
const reply = (files: readonly File[], key?: string) => send(`/${ticket}/messages`, { message: 'Here is the log.' }, files, key);

/** Returns everything that a refused reply could leave behind. */
const kept = async () => ({
  files: await readdir(lab.attachments),
  messages: await lab.db.selectFrom('ticket_messages').select('id').orderBy('id').execute(),
  rows: await lab.db.selectFrom('ticket_attachments').select('id').orderBy('id').execute(),
  tickets: await lab.db.selectFrom('tickets').select(['id', 'status']).orderBy('id').execute(),
});
const lines = () => lab.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.infected').orderBy('id').execute();
const alerts = async () => (await openAlerts(lab.db)).map(({ kind }) => kind);

describe('with a scanner', () => {
  test('a clean file is accepted, and each file was scanned', async () => {
    const before = clamd.scanned.length;
    const { status, body } = await reply([clean, { file: 'b.txt', content: '' }]);
    expect(status).toBe(200);
    expect(body.messages.at(-1).attachments).toMatchObject([{ name: 'boot.log' }, { name: 'b.txt' }]);
    expect(clamd.scanned.slice(before).sort()).toEqual([0, 12]);
    const text = await reply([]);
    expect([text.status, clamd.scanned.length]).toEqual([200, before + 2]);
  });

  test('refuses an infected file of a reply at its field, keeps nothing of it, and writes an audit line', async () => {
    const before = await kept();
    const { status, body } = await reply([clean, infected]);
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'infected_file' } });
    expect(body.errors).toEqual({ 'attachments.1': [`mailfdp.exe contains a virus (${VIRUS_NAME}). Remove the file.`] });
    expect(await kept()).toEqual(before);
    expect(await lines()).toMatchObject([
      {
        ...{ account_id: me.accountId, actor_kind: 'token', user_id: me.userId, request_id: body.request_id },
        details: {
          file: 'mailfdp.exe',
          found: VIRUS_NAME,
          bytes: 3 + VIRUS.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
    expect(JSON.stringify((await lines()).map(({ details }) => details))).not.toContain(VIRUS);
  });

  test('opens no ticket with an infected file', async () => {
    const before = await kept();
    const department_id = (await lab.call('listDepartments', {}, { token: me.token })).body.data[0].id;
    const fields = { department_id, subject: 'It does not boot', message: 'My server does not boot.' };
    const { status, body } = await send('', fields, [infected, infected]);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'infected_file', ['attachments.0', 'attachments.1']]);
    expect(await kept()).toEqual(before);
  });

  test('does not scan files of a request that is refused anyway', async () => {
    const before = clamd.scanned.length;
    expect(await send(`/${ticket}/messages`, { message: 'x' }, [infected])).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: { message: [expect.any(String)] } },
    });
    expect(clamd.scanned).toHaveLength(before);
  });

  test('accepts files without a scan after the scanner is removed', async () => {
    await operator.run('setScanner', { off: true });
    expect((await reply([infected])).status).toBe(200);
  });
});

describe('while the scanner fails', () => {
  test.each([
    ['it does not answer', () => clamd.be('no answer')],
    ['it says what nobody understands', () => clamd.be('garbage')],
    ['it closes the connection', () => clamd.be('closes')],
  ])('refuses a file with 503 when %s, and accepts the same request later', async (_why, fail) => {
    const before = await kept();
    const key = `scan-${before.messages.length}`;
    fail();
    const { status, headers, body } = await reply([clean], key);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'scanner_unavailable', '60']);
    expect(await kept()).toEqual(before);
    expect((await reply([], undefined)).status).toBe(200);
    clamd.be('well');
    const [again, twice] = [await reply([clean], key), await reply([clean], key)];
    expect([again.status, twice.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(twice.body).toEqual(again.body);
    expect((await kept()).files).toHaveLength(before.files.length + 1);
  });

  test('alerts the operator once, until a file was scanned', async () => {
    await clamd.goAway();
    expect((await reply([clean])).status).toBe(503);
    expect((await reply([clean])).status).toBe(503);
    expect(await alerts()).toEqual(['scanner_away']);
    expect((await operator.run('showScanner')).away?.error).toMatch(/ENOENT|ECONNREFUSED/);
    await clamd.comeBack();
    expect((await reply([clean])).status).toBe(200);
    expect(await alerts()).toEqual([]);
    expect((await operator.run('showScanner')).away).toBeNull();
  });

  test('a job of the API detects the failure without uploads, with a file of the maximum size', async () => {
    const inbox = openLabInbox(lab, lab.attachments);
    await checkScanner(inbox.cx);
    expect(await alerts()).toEqual([]);
    clamd.be('limit');
    await checkScanner(inbox.cx);
    await checkScanner(inbox.cx);
    expect(await alerts()).toEqual(['scanner_away']);
    clamd.be('well');
    await checkScanner(inbox.cx);
    expect(await alerts()).toEqual([]);
    await operator.run('setScanner', { off: true });
    clamd.be('garbage');
    await checkScanner(inbox.cx);
    expect(await alerts()).toEqual([]);
    await inbox.close();
  });
});
