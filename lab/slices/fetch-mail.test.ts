/** Tests fetching mail from a mailbox: each mail is received once, and none is lost. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fetchMail } from '@innkeeper/jobs/fetch-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenOperatorCx } from '@innkeeper/lab/given-cx';
import { type LabImapServer, openImapServer } from '@innkeeper/lab/imap-server';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { type LabInbox, openLabInbox, rawMail } from '@innkeeper/lab/received-mail';
import { setInbox } from '@innkeeper/operations/inbox.staff';
import { afterEach, beforeEach, expect, it } from 'vitest';

let lab: TestDatabase;
let server: LabImapServer;
let directory: string;
let inbox: LabInbox;
let operator: Operator;
let now = new Date('2026-01-31T12:00:00Z');
/** Path of the file with the password of the mailbox. */
let password: string;
beforeEach(async () => {
  [lab, server] = [await openTestDatabase(), await openImapServer()];
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-mailbox-'));
  const clock = { now: () => now };
  inbox = openLabInbox(lab, directory, { clock });
  operator = openOperator({ ...lab, clock });
  password = `${directory}.password`;
  await writeFile(password, 'secret\n');
  const mailbox = {
    imap_host: '127.0.0.1',
    imap_port: server.port,
    imap_tls: 'none',
    imap_user: 'support',
    imap_password_file: password,
  };
  await operator.run('setInbox', { address: 'support@shop.example', ...mailbox });
});
afterEach(async () => {
  await Promise.all([inbox.close(), server.close()]);
  await lab.close();
  await rm(directory, { recursive: true });
  await rm(password);
});

const rows = () => lab.db.selectFrom('received_mails').selectAll().orderBy('id').execute();
const alerts = async () =>
  (await lab.db.selectFrom('operator_alerts').select('kind').where('resolved_at', 'is', null).execute()).map(({ kind }) => kind);

it('marks a mail as seen after its commit, and does not fetch it again', async () => {
  const raw = rawMail({ From: 'ada@example.org', Subject: 'It hangs' }, 'line\r\n'.repeat(20_000));
  for (const one of [raw, rawMail({ From: 'bob@example.org' })]) server.deliver(one);
  expect(await fetchMail(inbox.cx)).toBe(2);
  expect(await rows()).toMatchObject([{ source: 'imap', bytes: raw.length, handled_at: null }, {}]);
  expect(server.folders.INBOX?.map(({ seen }) => seen)).toEqual([true, true]);
  expect(await fetchMail(inbox.cx)).toBe(0);
  expect(await readdir(directory)).toHaveLength(2);
});

it('moves fetched mail to another folder if configured', async () => {
  await operator.run('setInbox', { imap_done_folder: 'Done' });
  server.deliver(rawMail({ From: 'ada@example.org' }));
  expect(await fetchMail(inbox.cx)).toBe(1);
  expect([server.folders.INBOX?.length, server.folders.Done?.length]).toEqual([0, 1]);
});

it('fetches a mail again that was committed but not marked, and keeps one row and one file', async () => {
  server.deliver(rawMail({ From: 'ada@example.org' }));
  server.conduct = 'lose-the-mark';
  expect(await fetchMail(inbox.cx)).toBe(0);
  expect(await rows()).toHaveLength(1);
  server.conduct = 'serve';
  now = new Date(now.getTime() + 60_000);
  expect(await fetchMail(inbox.cx)).toBe(1);
  expect(await rows()).toHaveLength(1);
  expect(await readdir(directory)).toHaveLength(1);
  expect(server.folders.INBOX?.[0]?.seen).toBe(true);
});

it('mail waits while the server is unavailable, the operator is alerted, and it arrives after recovery', async () => {
  server.deliver(rawMail({ From: 'ada@example.org' }));
  const { port } = server;
  await operator.run('setInbox', { imap_port: 1, imap_password_file: password });
  for (let i = 0; i < 6; i++) {
    expect(await fetchMail(inbox.cx)).toBe(0);
    now = new Date(now.getTime() + 120_000);
  }
  expect(await alerts()).toEqual(['mailbox_away']);
  expect((await operator.run('showInbox')).imap?.away?.error).toContain('ECONNREFUSED');
  await operator.run('setInbox', { imap_port: port, imap_password_file: password });
  expect(await fetchMail(inbox.cx)).toBe(1);
  expect(await alerts()).toEqual([]);
});

it('alerts at once about a refused password', async () => {
  server.conduct = 'refuse';
  expect(await fetchMail(inbox.cx)).toBe(0);
  expect(await alerts()).toEqual(['mailbox_away']);
  const [alert] = (await operator.run('listAlerts', { kind: 'mailbox_away' })).data;
  await expect(operator.run('closeAlert', { alert: alert?.id })).rejects.toThrow('closes automatically');
  await operator.run('setInbox', { imap_host: 'none' });
  expect(await alerts()).toEqual([]);
});

it('seals the password and keeps it out of the audit log', async () => {
  const { imap_password } = await lab.db.selectFrom('inbox_settings').selectAll().executeTakeFirstOrThrow();
  expect(imap_password?.includes('secret')).toBe(false);
  expect(JSON.stringify(await lab.db.selectFrom('audit_log').select('details').execute())).not.toContain('secret');
  const byHttp = lab.db.transaction().execute((trx) => setInbox(givenOperatorCx(trx), { imap_password_file: '/etc/shadow' }, {}));
  await expect(byHttp).rejects.toThrow('only be set on the host');
  await expect(operator.run('setInbox', { imap_host: 'mail.example.org' })).rejects.toThrow('in clear text');
});

it.each([
  [{ imap_host: 'localhost' }],
  [{ imap_port: 1 }],
  [{ imap_user: 'somebody' }],
  [{ imap_tls: 'starttls' }],
  [{ imap_host: 'mail.example.org', imap_tls: 'implicit' }],
])('the password is never sent to another mailbox: %j', async (change) => {
  await expect(operator.run('setInbox', change)).rejects.toThrow('Name a file with the password');
  expect(await operator.run('setInbox', { ...change, imap_password_file: password })).toMatchObject({ imap: {} });
});

it('clears the password if the mailbox is removed, and keeps it if the mailbox is unchanged', async () => {
  const stored = async () => (await lab.db.selectFrom('inbox_settings').selectAll().executeTakeFirstOrThrow()).imap_password;
  await operator.run('setInbox', { imap_host: '127.0.0.1', imap_port: server.port, imap_folder: 'Support' });
  expect(await stored()).not.toBeNull();
  await operator.run('setInbox', { imap_host: 'none' });
  expect(await stored()).toBeNull();
  await expect(operator.run('setInbox', { imap_host: '127.0.0.1' })).rejects.toThrow('Name a file with the password');
});
