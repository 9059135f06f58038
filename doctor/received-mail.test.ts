import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { expect, test } from 'vitest';

test('finds orphaned raw mail, and mails whose file is missing', async () => {
  const place = await openDoctorLab();
  const directory = path.join(place.home, 'received-mail');
  await mkdir(directory);
  const found = () => place.findings({ receivedMail: openAttachmentDirectory(directory) });
  const keyOf = (letter: string) => `${letter.repeat(64)}-${letter.repeat(16)}`;
  const given = (letter: string) =>
    insertReceivedMail(place.db, {
      ...{ received_at: new Date(), source: 'pipe', bytes: 1, sha256: letter.repeat(64), key: keyOf(letter) },
    });
  const file = async (name: string) => {
    await writeFile(path.join(directory, name), 'x');
    const old = new Date(Date.now() - 3 * 86_400_000);
    await utimes(path.join(directory, name), old, old);
  };
  await given('a');
  await file(keyOf('a'));
  expect(await found()).toEqual({});
  await file(keyOf('b'));
  const gone = await given('c');
  expect(await found()).toEqual({
    'received files': `belong to no mail: ${keyOf('b')}`,
    'received mail': `have no files: mail ${gone}`,
  });
  await place.close();
});
