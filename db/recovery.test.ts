import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from './connect.ts';
import { openRecovery, pollRecovery, readRecovery } from './recovery.ts';
import { API_ROLE, asRole } from './roles.ts';
import { beginRecovering, endRecovering } from './tables/recovering.ts';
import { isDatabaseUnavailable } from './transaction.ts';

let lab: TestDatabase;
const opened: OpenDatabase[] = [];
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  await lab.close();
});

const restored = () => beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: new Date(1), now: new Date(2) });
function openProcess(onBegin?: () => void) {
  const recovery = openRecovery({ ...(onBegin && { onBegin }) });
  const own = openDatabase({ url: asRole(lab.url, API_ROLE), max: 1, recovery });
  opened.push(own);
  return { ...own, recovery };
}
const write = ({ db }: Pick<OpenDatabase, 'db'>) =>
  db
    .updateTable('inbox_settings')
    .set({ retry_at: new Date(0) })
    .execute();
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'written',
    (error: unknown) => (isDatabaseUnavailable(error) ? (error as Error).message : `unexpected: ${String(error)}`),
  );

test('PostgreSQL refuses writes of a process during a recovery, and accepts them afterwards on the same connection', async () => {
  await restored();
  const one = openProcess();
  expect(await refusal(write(one))).toBe('cannot execute UPDATE in a read-only transaction');
  expect(await one.db.selectFrom('recovering').selectAll().execute()).toHaveLength(1);
  expect(await refusal(one.db.transaction().execute((db) => write({ db })))).toContain('read-only transaction');
  expect(one.recovery.isOn()).toBe(true);
  await endRecovering(lab.db);
  expect(await refusal(write(one))).toBe('written');
  expect(one.recovery.isOn()).toBe(false);
});

test('a process detects the end of a recovery without a query of its own', async () => {
  await restored();
  const { db, recovery } = openProcess();
  await readRecovery(db, recovery);
  expect(recovery.isOn()).toBe(true);
  const stop = pollRecovery(db, recovery, 5);
  const over = recovery.waitUntilOver();
  await endRecovering(lab.db);
  await over;
  expect(recovery.isOn()).toBe(false);
  stop();
});

test('waits for an unread state until it is known or the wait is aborted', async () => {
  const recovery = openRecovery();
  const abort = new AbortController();
  const messages: string[] = [];
  const waits = [
    recovery.waitUntilOver().then(() => messages.push('over')),
    recovery.waitUntilOver(abort.signal).then(() => messages.push('aborted')),
  ];
  abort.abort();
  await waits[1];
  expect([recovery.isOn(), messages]).toEqual([false, ['aborted']]);
  recovery.setRecovering(false);
  await waits[0];
  expect(messages).toEqual(['aborted', 'over']);
});

test('a connection to a database that was replaced notifies its process before its first use', async () => {
  const begun: string[] = [];
  const own = openProcess(() => begun.push('begun'));
  expect(await refusal(write(own))).toBe('written');
  expect(own.recovery.isOn()).toBe(false);
  await restored();
  // Other files test on the same server with the same role.
  const sessions = 'from pg_stat_activity where datname = current_database() and usename = $1';
  await lab.pool.query(`select pg_terminate_backend(pid) ${sessions}`, [API_ROLE]);
  await expect.poll(() => refusal(write(own))).toBe('cannot execute UPDATE in a read-only transaction');
  expect(begun).toEqual(['begun']);
});

test('a process that starts during a recovery gets no notification of its start', async () => {
  await restored();
  const begun: string[] = [];
  const { db, recovery } = openProcess(() => begun.push('begun'));
  await readRecovery(db, recovery);
  expect([recovery.isOn(), begun]).toEqual([true, []]);
});
