import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../connect.ts';
import { API_ROLE, asRole, OPERATOR_ROLE, OWNER_ROLE, WORKER_ROLE } from '../roles.ts';
import { beginRecovering, endRecovering, findRecovering } from './recovering.ts';

const backup = 'house-20270310T031500Z.tar.zst.age';
const takenAt = new Date('2027-03-10T03:15:00Z');
const now = new Date('2027-03-10T12:00:00Z');
let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('an installation is recovering from the restore until the recovery ends', async () => {
  expect(await findRecovering(lab.db)).toBeUndefined();
  await beginRecovering(lab.db, { backup, takenAt, now });
  expect(await findRecovering(lab.db)).toEqual({ since: now, backup, taken_at: takenAt });
  await endRecovering(lab.db);
  expect(await findRecovering(lab.db)).toBeUndefined();
});

test('a restore replaces the row in a backup that was taken during a recovery', async () => {
  await beginRecovering(lab.db, { backup: 'house-20270101T000000Z.tar.zst.age', takenAt: new Date(0), now: new Date(1) });
  await beginRecovering(lab.db, { backup, takenAt, now });
  expect(await findRecovering(lab.db)).toEqual({ since: now, backup, taken_at: takenAt });
  await endRecovering(lab.db);
});

test.each([
  [OWNER_ROLE, 'ok'],
  [API_ROLE, 'permission denied for table recovering'],
  [WORKER_ROLE, 'permission denied for table recovering'],
  [OPERATOR_ROLE, 'permission denied for table recovering'],
])('the role %s can read the row, and writing it results in: %s', async (role, answer) => {
  const { db, close } = openDatabase({ url: asRole(lab.url, role), max: 1 });
  try {
    expect(await findRecovering(db)).toBeUndefined();
    const said = (act: Promise<void>) =>
      act.then(
        () => 'ok',
        (error: Error) => error.message,
      );
    expect(await said(beginRecovering(db, { backup, takenAt, now }))).toBe(answer);
    expect(await said(endRecovering(db))).toBe(answer);
  } finally {
    await close();
  }
});
