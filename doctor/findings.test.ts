import { type DoctorPlace, openDoctorPlace } from '@innkeeper/lab/doctor-place';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorPlace;
beforeEach(async () => {
  place = await openDoctorPlace();
});
afterEach(() => place.close());

const running = (machineId: string) => ({ machineId, power: 'running' as const });

test('what only one of two looks sees was about to begin or to end', async () => {
  let looks = 0;
  const list = async () => [running('srv-901'), running(`srv-${910 + looks++}`)];
  expect(await place.findings({ compute: { list, orphanedFiles: async () => [] } })).toEqual({
    disks: 'belong to no server: srv-901',
  });
  expect(looks).toBe(2);
});

test('many are counted, not listed', async () => {
  const list = async () => Array.from({ length: 13 }, (_, i) => running(`srv-${900 + i}`));
  const { disks } = await place.findings({ compute: { list, orphanedFiles: async () => [] } });
  expect(disks).toMatch(/^belong to no server: srv-900, .*srv-909 and 3 more$/);
});

test('a part that does not answer keeps nobody from the others', async () => {
  const broken = async () => Promise.reject(new Error('no such file'));
  const found = await place.findings({
    compute: { list: async () => [running('srv-901')], orphanedFiles: broken },
    downloads: { list: broken },
  });
  expect(found).toMatchObject({
    disks: 'belong to no server: srv-901',
    ISOs: 'check failed: no such file',
    incomplete: 'check failed: no such file',
  });
});
