/** Tests that a mail which ends the process is held after three attempts. Waiting does not count as an attempt. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { beginHandling } from '@innkeeper/db/tables/received-mails';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { openLabInbox, PARSER_HERE, rawMail } from '@innkeeper/lab/received-mail';
import { LAB_NAMES, signed } from '@innkeeper/lab/signed-mail';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let directory: string;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  operator = openOperator({ ...lab, attachments: directory });
  await operator.run('setInbox', { address: 'support@shop.example', unknown_senders: 'ticket' });
});
afterAll(async () => {
  await lab.close();
  await rm(directory, { recursive: true });
});

const to = 'support@shop.example';
const rowOf = (id: number) => lab.db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a mail that was in progress when three processes died is held, and others are handled', async () => {
  const inbox = openLabInbox(lab, directory);
  const id = await inbox.receive(rawMail({ From: 'a@example.net', To: to }));
  // Simulates processes that end during handling. `killed-jobs.process.test.ts` kills real processes.
  for (const lost of [0, 1, 2]) expect(await beginHandling(lab.db, id, randomUUID())).toBe(lost);
  const { outcome } = await inbox.take(rawMail({ From: 'b@example.net', To: to }));
  expect(outcome).toBe('opened');
  expect(await rowOf(id)).toMatchObject({ outcome: 'held', why: 'killed', begun_by: null });
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'mail_unreadable', message: expect.stringContaining(`Mail ${id} `) }]);
  await operator.run('releaseInbox', { mail: id });
  await handleReceivedMails(inbox.cx);
  expect(await rowOf(id)).toMatchObject({ outcome: 'opened', lost_attempts: 0 });
  expect(await openAlerts(lab.db)).toEqual([]);
  await inbox.close();
});

test('neither success nor an ordinary failure counts as a lost attempt', async () => {
  const failing = openLabInbox(lab, directory, { parser: { ...PARSER_HERE, read: () => Promise.reject(new Error('No.')) } });
  const { id, begun_by, lost_attempts } = await failing
    .take(rawMail({ From: 'c@example.net', To: to }))
    .then(({ id }) => rowOf(id));
  expect([begun_by, lost_attempts]).toEqual([null, 0]);
  await failing.close();
  await lab.db.deleteFrom('received_mails').where('id', '=', id).execute();
});

test('waiting for DNS or for the virus scanner does not count as an attempt', async () => {
  await operator.run('setScanner', { socket: '/nowhere/clamd.ctl' });
  const me = await givenAccount(lab.db);
  const seen: unknown[] = [];
  const look = async () =>
    void seen.push((await lab.db.selectFrom('received_mails').select('begun_by').where('handled_at', 'is', null).execute())[0]);
  const scanners: Scanners = () => ({
    name: 'lab',
    async scan(content) {
      content.resume();
      await look();
      return { result: 'clean' };
    },
  });
  const inbox = openLabInbox(lab, directory, {
    names: { query: (names) => look().then(() => LAB_NAMES.query(names)) },
    scanners,
  });
  const file =
    '--x\n\nSee the log.\n--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename=log.txt\n\nHung.\n--x--';
  const raw = await signed(rawMail({ From: me.email, To: to, 'Content-Type': 'multipart/mixed; boundary=x' }, file));
  expect((await inbox.take(raw)).outcome).toBe('opened');
  expect(seen).toEqual([{ begun_by: null }, { begun_by: null }]);
  await inbox.close();
});
