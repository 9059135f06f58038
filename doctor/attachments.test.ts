import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount } from '@innkeeper/lab/given';
import { givenAttachment, givenTicket } from '@innkeeper/lab/given-tickets';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let directory: string;
beforeEach(async () => {
  place = await openDoctorLab();
  directory = path.join(place.home, 'attachments');
  await mkdir(directory);
});
afterEach(() => place.close());

const found = () => place.findings({ attachments: openAttachmentDirectory(directory) });

async function file(name: string, ageDays: number): Promise<void> {
  const at = path.join(directory, name);
  await writeFile(at, 'x');
  const time = new Date(Date.now() - ageDays * 86_400_000);
  await utimes(at, time, time);
}

test('finds orphaned files, and attachments whose files are missing', async () => {
  const { accountId } = await givenAccount(place.db);
  const ticketId = await givenTicket(place.db, { accountId });
  const whole = await givenAttachment(place.db, { accountId, ticketId });
  await file(whole.key, 400);
  await file(`${'b'.repeat(64)}-${'b'.repeat(16)}`, 1);
  expect(await found()).toEqual({});
  await file('0123456789abcdef.draft', 3);
  const gone = await givenAttachment(place.db, { accountId, ticketId });
  expect(await found()).toEqual({
    'ticket files': 'belong to no ticket: 0123456789abcdef.draft',
    'ticket attachments': `have no files: attachment ${gone.id} of ticket ${ticketId}`,
  });
});

test('skips the check if the directory is unknown', async () => {
  const { accountId } = await givenAccount(place.db);
  await givenAttachment(place.db, { accountId, ticketId: await givenTicket(place.db, { accountId }) });
  expect(await place.findings()).toEqual({});
});
