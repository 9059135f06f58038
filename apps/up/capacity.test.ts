import { defaultReserve } from '@innkeeper/model/settings/settings';
import { expect, test } from 'vitest';
import { capacityOf } from './capacity.ts';

const GIB = 1024 ** 3;

test.each([
  [2, 24, 80, { vcpus: 2, memoryMb: 22_118, diskGb: 72 }],
  [1, 2, 10, { vcpus: 1, memoryMb: 1024, diskGb: 5 }],
  [1, 0.5, 3, { vcpus: 1, memoryMb: 0, diskGb: 0 }],
])('%i cores, %d GiB and %d GiB of disk', (cores, memory, disk, capacity) => {
  const machine = { cores, memoryBytes: memory * GIB, freeDiskBytes: disk * GIB, usedByGuestsBytes: 0 };
  expect(capacityOf(machine, defaultReserve)).toEqual(capacity);
});

test('includes what guests use: a full node does not shrink at its next start', () => {
  const before = capacityOf({ cores: 2, memoryBytes: 8 * GIB, freeDiskBytes: 60 * GIB, usedByGuestsBytes: 0 }, defaultReserve);
  const after = capacityOf(
    { cores: 2, memoryBytes: 8 * GIB, freeDiskBytes: 45 * GIB, usedByGuestsBytes: 15 * GIB },
    defaultReserve,
  );
  expect(after).toEqual(before);
});
