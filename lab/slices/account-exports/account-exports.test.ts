/** Tests the export of an account's data: requested, written, downloaded only by the owner, and deleted after some days. */
import { createHash } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { purgeAccountExports } from '@innkeeper/jobs/account-exports/purge';
import { writeAccountExports } from '@innkeeper/jobs/account-exports/write';
import { jobActor } from '@innkeeper/jobs/job';
import { renderInvoices } from '@innkeeper/jobs/render-invoices';
import { EXPORT_FILES } from '@innkeeper/model/personal-data/exported';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab, requestOf } from '../../app.ts';
import { givenResources } from '../../cross-cutting/resources.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../../given-invoices.ts';
import { givenMember } from '../../given-members.ts';
import { givenSession } from '../../given-sessions.ts';
import { givenAttachment, givenTicket, storeFile } from '../../given-tickets.ts';
import { labSettings } from '../../settings.ts';

let lab: Lab;
let me: GivenAccount;
let now: number;
const clock = { now: () => new Date(now) };
beforeAll(async () => {
  now = Date.now();
  lab = await openLab({ clock });
  await givenSeller(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.db.deleteFrom('account_exports').execute();
  await lab.db.deleteFrom('due_failures').execute();
  for (const name of await readdir(lab.accountExports)) await rm(path.join(lab.accountExports, name));
  me = await givenAccount(lab.db);
});

const cx = (stopping?: AbortSignal) => ({
  ...{
    db: lab.api.db,
    clock,
    settings: labSettings,
    actor: jobActor('test'),
    requestId: null,
    ...(stopping && { stopping }),
  },
  exports: { files: openAttachmentDirectory(lab.accountExports), attachments: openAttachmentDirectory(lab.attachments) },
});
const create = async (who = me) => lab.call('createAccountExport', {}, who);
const get = async (id: number) => (await lab.call('getAccountExport', { params: { id } }, me)).body;
const filesThere = async () => (await readdir(lab.accountExports)).sort();

/** Requests an export, lets the job write it and returns its id. */
async function written(): Promise<number> {
  const { id } = (await create()).body;
  now += minutes(1);
  expect(await writeAccountExports(cx())).toBe(1);
  return id;
}

async function download(
  id: number,
): Promise<{ headers: Record<string, unknown>; bytes: Buffer; files: Record<string, Uint8Array> }> {
  const {
    rawPayload: bytes,
    headers,
    statusCode,
  } = await lab.app.inject(requestOf('downloadAccountExport', { params: { id } }, me));
  expect(statusCode).toBe(200);
  return { headers, bytes, files: unzipSync(bytes) };
}
const jsonIn = (files: Record<string, Uint8Array>, name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));

test('an export contains all data of the account with its invoices and ticket files, and no data of another account', async () => {
  const other = await givenAccount(lab.db);
  for (const account of [me, other]) {
    await givenResources(lab.db, account);
    await lab.db
      .updateTable('accounts')
      .set({ city: `City ${account.accountId}` })
      .where('id', '=', account.accountId)
      .execute();
  }
  await givenPaidOrder(lab.db, { accountId: me.accountId });
  await issueNow(lab.db, clock);
  const ticketId = await givenTicket(lab.db, { accountId: me.accountId, subject: 'With a file' });
  const { key } = await storeFile(lab.attachments, 'the content of the file');
  const attachment = await givenAttachment(lab.db, { accountId: me.accountId, ticketId, name: 'a/../b.txt', key });

  const asked = await create();
  expect(asked).toMatchObject({
    status: 201,
    body: { status: 'pending', ready_at: null, expires_at: null, size: null, sha256: null },
  });
  const { id } = asked.body;
  // The invoice has no PDF yet, so it is rendered first.
  expect(await writeAccountExports(cx())).toBe(0);
  await renderInvoices(givenJobCx(lab.db));
  now += minutes(1);
  expect(await writeAccountExports(cx())).toBe(1);
  const shown = await get(id);
  expect(shown).toMatchObject({ id, status: 'ready', size: expect.any(Number) });
  expect(new Date(shown.expires_at).getTime()).toBe(now + days(7));

  const { headers, bytes, files } = await download(id);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="account-${me.accountId}-${shown.created_at.slice(0, 10)}.zip"`,
  });
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([shown.size, shown.sha256]);
  const names = Object.keys(files);
  for (const { file } of EXPORT_FILES) expect(() => jsonIn(files, `${file}.json`), file).not.toThrow();
  expect(Object.keys(jsonIn(files, 'about.json').files)).toEqual(EXPORT_FILES.map(({ file }) => `${file}.json`));
  expect(jsonIn(files, 'account.json')).toMatchObject({ id: me.accountId, city: `City ${me.accountId}` });
  expect(jsonIn(files, 'user.json')).toMatchObject({ email: me.email, sessions: [{ user_agent: 'given' }] });
  expect(jsonIn(files, 'members.json')).toContainEqual(
    expect.objectContaining({ role: 'owner', user: { email: me.email, name: expect.any(String) } }),
  );
  expect(jsonIn(files, 'tickets.json')).toContainEqual(
    expect.objectContaining({ subject: 'With a file', messages: [expect.objectContaining({ content: 'Given message.' })] }),
  );
  expect(strFromU8(files[`attachments/${ticketId}/${attachment.id}-a_.._b.txt`] ?? new Uint8Array())).toBe(
    'the content of the file',
  );
  const invoices = await lab.db.selectFrom('invoices').select('id').where('account_id', '=', me.accountId).execute();
  expect(names.filter((name) => /^invoices\/.*\.pdf$/.test(name))).toHaveLength(invoices.length);
  // The file of another attachment is missing.
  expect(jsonIn(files, 'missing.json')).toEqual([expect.stringMatching(/given\.txt$/)]);
  const text = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => strFromU8(files[name] ?? new Uint8Array()))
    .join('\n');
  expect(text).not.toContain(`City ${other.accountId}`);
  expect(text).not.toContain(other.email);
  const actions = lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', me.accountId)
    .where('resource_kind', '=', 'account_export');
  expect((await actions.orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'createAccountExport',
    'account.exported',
    'downloadAccountExport',
  ]);
  const mail = await lab.db
    .selectFrom('mails')
    .select('address')
    .where('template', '=', 'export-ready')
    .where('account_id', '=', me.accountId)
    .execute();
  expect(mail).toEqual([{ address: me.email }]);
});

test('an export contains no secret, neither random, hashed nor sealed', async () => {
  await givenResources(lab.db, me);
  const { files } = await download(await written());
  const text = Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n');
  const { rows } = await sql<{ secret: string }>`
    select encode(token_hash, 'hex') as secret from access_tokens union all select encode(secret_hash, 'hex') from sessions
    union all select encode(secret, 'hex') from webhooks union all select encode(secret_hash, 'hex') from invitations
    union all select mail_token from tickets union all select password_hash from users where password_hash is not null`.execute(
    lab.db,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { secret } of rows) expect(text).not.toContain(secret);
});

test('an export has every row exactly once, across all pages', async () => {
  const server = await givenServer(lab.db, { accountId: me.accountId });
  await sql`insert into audit_log (account_id, actor_kind, actor_name, action, resource_kind, resource_id)
    select ${me.accountId}, 'operator', 'them', 'given', 'server', ${server} from generate_series(1, 2500)`.execute(lab.db);
  await sql`insert into tickets (account_id, created_at, updated_at, waiting_since, subject, department_id)
    select ${me.accountId}, now(), now(), now(), 'n' || n, (select min(id) from support_departments) from generate_series(1, 9) n`.execute(
    lab.db,
  );
  const { files } = await download(await written());
  const lines = jsonIn(files, 'audit-log.json').filter(({ action }: { action: string }) => action === 'given');
  expect(new Set(lines.map(({ id }: { id: number }) => id)).size).toBe(2500);
  expect(lines[0].actor_name).toBeNull();
  expect(jsonIn(files, 'tickets.json').map(({ subject }: { subject: string }) => subject)).toEqual([
    'n1',
    'n2',
    'n3',
    'n4',
    'n5',
    'n6',
    'n7',
    'n8',
    'n9',
  ]);
});

test('allows one export at a time, also with concurrent requests, and three in 24 hours', async () => {
  const replies = await Promise.all([create(), create(), create()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(replies.find(({ status }) => status === 422)?.body.code).toBe('wrong_state');
  for (const _one of [1, 2]) {
    expect(await writeAccountExports(cx())).toBe(1);
    now += hours(1);
    expect(await create()).toMatchObject({ status: 201 });
  }
  expect(await writeAccountExports(cx())).toBe(1);
  const refused = await create();
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBe(hours(22) / 1_000);
  now += hours(22) + 1_000;
  expect(await create()).toMatchObject({ status: 201 });
  await writeAccountExports(cx());
});

test('a newer export replaces the previous one, and after seven days the file is deleted', async () => {
  const first = await written();
  now += hours(2);
  const second = await written();
  expect([(await get(first)).status, (await get(second)).status]).toEqual(['expired', 'ready']);
  expect((await lab.call('listAccountExports', {}, me)).body.data.map(({ id }: { id: number }) => id)).toEqual([second, first]);
  const before = (await filesThere()).length;
  now += hours(2);
  await purgeAccountExports(cx());
  expect(await filesThere()).toHaveLength(before - 1);
  expect((await download(second)).bytes.length).toBeGreaterThan(0);
  now += days(7);
  const refused = await lab.call('downloadAccountExport', { params: { id: second } }, me);
  expect(refused).toMatchObject({ status: 422, body: { code: 'wrong_state', message: expect.stringMatching(/expired/) } });
  await purgeAccountExports(cx());
  expect(await get(second)).toMatchObject({ status: 'expired', sha256: expect.any(String) });
  expect(await filesThere()).toEqual([]);
});

test('the next process writes an interrupted export, and leftover files are deleted', async () => {
  const { id } = (await create()).body;
  // A process that died left a draft, and another died between the file and its row.
  const orphans = ['0123456789abcdef.draft', `${'a'.repeat(64)}-${'b'.repeat(16)}`];
  for (const name of orphans) {
    await writeFile(path.join(lab.accountExports, name), 'half');
    await utimes(path.join(lab.accountExports, name), new Date(now - hours(2)), new Date(now - hours(2)));
  }
  const stopping = new AbortController();
  const files = openAttachmentDirectory(lab.accountExports);
  const given = cx(stopping.signal);
  const interrupted = {
    ...given,
    exports: {
      ...given.exports,
      files: {
        ...files,
        write: (...args: Parameters<typeof files.write>) => {
          const writing = files.write(...args);
          stopping.abort();
          return writing;
        },
      },
    },
  };
  expect(await writeAccountExports(interrupted)).toBe(0);
  expect((await get(id)).status).toBe('pending');
  expect(await filesThere()).toEqual(orphans);
  expect(await purgeAccountExports(cx())).toBe(2);
  expect(await filesThere()).toEqual([]);
  now += minutes(10);
  expect(await writeAccountExports(cx())).toBe(1);
  expect((await get(id)).status).toBe('ready');
});

test('the owner of a suspended account exports its data, by token and in a session', async () => {
  const suspended = { suspended_at: clock.now(), suspend_reason: 'Abuse' };
  await lab.db.updateTable('accounts').set(suspended).where('id', '=', me.accountId).execute();
  const refused = await lab.call('updateUser', { body: { city: 'Vienna' } }, me);
  expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  const { files } = await download(await written());
  expect(jsonIn(files, 'account.json')).toMatchObject({ id: me.accountId });
  const { headers } = await givenSession(lab.db, me, clock.now());
  const again = await lab.call('createAccountExport', {}, { headers });
  expect(again.status).toBe(201);
  expect(await writeAccountExports(cx())).toBe(1);
  const params = { id: again.body.id };
  expect(await lab.call('downloadAccountExport', { params }, { headers })).toMatchObject({ status: 200 });
});

test('only one process writes an export at a time', async () => {
  await create();
  const [one, other] = await Promise.all([writeAccountExports(cx()), writeAccountExports(cx())]);
  expect([one, other].toSorted()).toEqual([1, undefined]);
});

test('only the owner can download an export, in a session with recent authentication', async () => {
  const id = await written();
  const params = { id };
  const member = await givenMember(lab.db, { accountId: me.accountId, role: 'admin' });
  const { user_id } = await lab.db.selectFrom('memberships').select('user_id').where('id', '=', member).executeTakeFirstOrThrow();
  const admin = await givenSession(lab.db, { accountId: me.accountId, userId: user_id }, clock.now());
  for (const name of ['createAccountExport', 'downloadAccountExport'] as const) {
    const asked = name === 'createAccountExport' ? {} : { params };
    expect(await lab.call(name, asked, { headers: admin.headers })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_role' },
    });
  }
  const mine = await givenSession(lab.db, me, clock.now());
  expect(await lab.call('downloadAccountExport', { params }, { headers: mine.headers })).toMatchObject({ status: 200 });
  now += minutes(16);
  const late = await lab.call('downloadAccountExport', { params }, { headers: mine.headers });
  expect(late).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
});
