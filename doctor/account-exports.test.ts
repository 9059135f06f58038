import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount } from '@innkeeper/lab/given';
import { givenExport } from '@innkeeper/lab/given-account-exports';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
beforeEach(async () => {
  place = await openDoctorLab();
});
afterEach(() => place.close());

test('finds orphaned export files, and exports whose files are missing', async () => {
  const directory = path.join(place.home, 'account-exports');
  await mkdir(directory);
  const found = () => place.findings({ accountExports: openAttachmentDirectory(directory) });
  expect(await found()).toEqual({});
  const { accountId, userId } = await givenAccount(place.db);
  const id = await givenExport(place.db, { accountId, userId });
  await writeFile(path.join(directory, '0123456789abcdef.draft'), 'half');
  expect(await found()).toEqual({ 'account exports': `have no files: export ${id} of account ${accountId}` });
  const long = new Date(Date.now() - 5 * 3_600_000);
  await utimes(path.join(directory, '0123456789abcdef.draft'), long, long);
  await place.db.updateTable('account_exports').set({ status: 'expired', key: null }).execute();
  expect(await found()).toEqual({ 'export files': 'belong to no export of an account: 0123456789abcdef.draft' });
  // The directory of exports is optional. Without it, exports are not checked.
  expect(await place.findings()).toEqual({});
});
