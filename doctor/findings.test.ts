import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { openEngine } from '@innkeeper/engine/open';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
beforeEach(async () => {
  place = await openDoctorLab();
});
afterEach(() => place.close());

const none = async () => [];
const running = (machineId: string) => ({ machineId, power: 'running' as const });

test('ignores findings that only one of two checks sees', async () => {
  let looks = 0;
  const list = async () => [running('srv-901'), running(`srv-${910 + looks++}`)];
  expect(await place.findings({ compute: { list, addresses: none, orphanedFiles: none } })).toEqual({
    disks: 'belong to no server: srv-901',
  });
  expect(looks).toBe(2);
});

test('counts many findings instead of listing them', async () => {
  const list = async () => Array.from({ length: 13 }, (_, i) => running(`srv-${900 + i}`));
  const { disks } = await place.findings({ compute: { list, addresses: none, orphanedFiles: none } });
  expect(disks).toMatch(/^belong to no server: srv-900, .*srv-909 and 3 more$/);
});

test('an unresponsive component does not prevent the other checks', async () => {
  const broken = async () => Promise.reject(new Error('no such file'));
  const found = await place.findings({
    compute: { list: async () => [running('srv-901')], addresses: broken, orphanedFiles: broken },
    downloads: { list: broken },
  });
  expect(found).toMatchObject({
    disks: 'belong to no server: srv-901',
    ISOs: 'check failed: no such file',
    incomplete: 'check failed: no such file',
  });
});

test('checks a restored home in which no engine was ever opened', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-unopened-'));
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
  const directories = ['attachments', 'receivedMail', 'accountExports'] as const;
  const files = directories.map((name) => [name, openAttachmentDirectory(join(home, name))]);
  try {
    expect(await place.findings({ ...engine, ...Object.fromEntries(files) })).toEqual({
      images: 'cannot be sold: tiny has no file (simulated-images/tiny.qcow2)',
    });
  } finally {
    await rm(home, { recursive: true });
  }
});
