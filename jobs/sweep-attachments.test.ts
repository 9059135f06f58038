import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenAttachment, givenTicket } from '@innkeeper/lab/given-tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAttachments } from './sweep-attachments.ts';

let lab: TestDatabase;
let directory: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-attachments-'));
});
afterAll(async () => {
  await lab.close();
  await rm(directory, { recursive: true });
});

const DAY = 86_400_000;
const keyOf = (letter: string) => `${letter.repeat(64)}-${letter.repeat(16)}`;

async function file(name: string, ageDays: number): Promise<string> {
  const at = path.join(directory, name);
  await writeFile(at, 'x');
  const time = new Date(Date.now() - ageDays * DAY);
  await utimes(at, time, time);
  return name;
}

test('removes files without a row after a day, and never one with a row or a recent one', async () => {
  const { accountId } = await givenAccount(lab.db);
  const ticketId = await givenTicket(lab.db, { accountId });
  const claimed = await givenAttachment(lab.db, { accountId, ticketId, key: keyOf('a'), sha256: 'a'.repeat(64) });
  await file(claimed.key, 400);
  const fresh = await file(keyOf('b'), 0.9);
  await file(keyOf('c'), 3);
  await file('0123456789abcdef.draft', 3);
  const attachments = openAttachmentDirectory(directory);
  expect(await sweepAttachments({ ...givenJobCx(lab.db), attachments })).toBe(2);
  expect((await readdir(directory)).sort()).toEqual([claimed.key, fresh]);
});
