import { expect, test } from 'vitest';
import { countFitting, explainNoCapacity, fits, needOf } from './capacity.ts';

const nano = { key: 'nano', vcpus: 1, dedicatedVcpus: 0, memoryMb: 1024, diskGb: 10 };
const large = { key: 'large', vcpus: 8, dedicatedVcpus: 0, memoryMb: 16384, diskGb: 200 };
const room = { vcpus: 4, dedicatedVcpus: 0, memoryMb: 3072, diskGb: 500 };

test('counts every resource', () => {
  expect(fits(nano, room, 3)).toBe(true);
  expect(fits(nano, room, 4)).toBe(false);
  expect(countFitting(nano, room)).toBe(3);
  expect(countFitting(nano, { ...room, vcpus: 0 })).toBe(0);
});

test('a refusal names what is missing, and plans that would fit', () => {
  expect(explainNoCapacity(large, 1, [room], [nano, large])).toBe(
    'There is not enough capacity for this server: vCPUs (needed 8, free 4), memory (needed 16 GB, free 3 GB). Choose one of these plans: nano.',
  );
});

test('a refusal for several servers says how many would fit', () => {
  expect(explainNoCapacity(nano, 5, [room], [nano])).toContain('Order at most 3.');
});

test('distinguishes full nodes from no nodes', () => {
  expect(explainNoCapacity(nano, 1, [{ vcpus: 0, dedicatedVcpus: 0, memoryMb: 0, diskGb: 0 }], [nano])).toContain('No plan fits');
  expect(explainNoCapacity(nano, 1, [], [nano])).toContain('No host accepts');
});

test('counts dedicated vCPUs separately', () => {
  const dedicated = needOf({ vcpus: 4, memoryMb: 1024, diskGb: 10, dedicated: true });
  expect(dedicated).toEqual({ vcpus: 0, dedicatedVcpus: 4, memoryMb: 1024, diskGb: 10 });
  expect(needOf({ vcpus: 4, memoryMb: 1024, diskGb: 10, dedicated: false })).toMatchObject({ vcpus: 4, dedicatedVcpus: 0 });
  const free = { vcpus: 16, dedicatedVcpus: 3, memoryMb: 8192, diskGb: 500 };
  expect(fits(dedicated, free)).toBe(false);
  expect(explainNoCapacity(dedicated, 1, [free], [])).toContain('dedicated vCPUs (needed 4, free 3).');
  expect(countFitting(dedicated, { ...free, dedicatedVcpus: 9 })).toBe(2);
});
