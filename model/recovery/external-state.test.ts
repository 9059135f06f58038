import { expect, test } from 'vitest';
import { fencedStart, highestIds, marginsOf } from './external-state.ts';

const NOTHING = { machineIds: [], addresses: [], copyFiles: [], isoFiles: [], firewallIds: [], journal: null, otherNodes: [] };

test('extracts ids from the names of machines, copies and ISOs', () => {
  const seen = {
    ...NOTHING,
    machineIds: ['srv-12', 'srv-124', 'other-900'],
    copyFiles: ['backup-srv-130-0123456789abcdef.qcow2'],
    isoFiles: ['iso-7', 'iso-9.part'],
    firewallIds: [3],
  };
  expect(Object.fromEntries(highestIds(seen))).toEqual({ services_id_seq: 130, isos_id_seq: 9, firewalls_id_seq: 3 });
  expect(highestIds(NOTHING).get('services_id_seq')).toBe(0);
});

test.each([
  [100n, 124, 10_125n],
  [200n, 124, 10_201n],
  [0n, 0, 10_001n],
])('a sequence at %s, with %d seen, restarts at %s', (last, seen, start) => {
  expect(fencedStart({ last, max: 2_147_483_647n }, seen, 10_000)).toBe(start);
});

test('refuses a sequence that would overflow', () => {
  expect(() => fencedStart({ last: 2_147_480_000n, max: 2_147_483_647n }, 0, 10_000)).toThrow(RangeError);
});

test.each([
  [0, { ids: 10_000, events: 1_000_000 }],
  [3_600_000, { ids: 28_000, events: 1_036_000 }],
  // The backup was made by a host with another clock.
  [-5_000, { ids: 10_000, events: 1_000_000 }],
])('margins for a backup that is %d ms old', (ageMs, margins) => {
  expect(marginsOf(ageMs)).toEqual(margins);
});
