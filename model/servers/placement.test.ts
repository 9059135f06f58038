import { expect, test } from 'vitest';
import { needOf } from './capacity.ts';
import { chooseNodes, findShortage, listPlaceable, type PlaceableNode } from './placement.ts';

const GB = 1024;
const need = needOf({ vcpus: 1, memoryMb: GB, diskGb: 10, dedicated: false });
const place = (id: number, memoryGb: number, fields: Partial<PlaceableNode> = {}): PlaceableNode => ({
  ...{ id, vcpus: 8, dedicatedVcpus: 2, memoryMb: memoryGb * GB, diskGb: 100, addresses: 10, away: false },
  ...fields,
});

test('each server is placed where the most memory is free, and on the lower id if equal', () => {
  expect(chooseNodes(need, 1, [place(1, 4), place(2, 6)])).toEqual([2]);
  expect(chooseNodes(need, 5, [place(1, 4), place(2, 6)])).toEqual([2, 2, 1, 2, 1]);
  expect(chooseNodes(need, 2, [place(7, 4), place(3, 4)])).toEqual([3, 7]);
});

test('skips a node without capacity or addresses', () => {
  expect(chooseNodes(need, 1, [place(1, 9, { diskGb: 9 }), place(2, 1)])).toEqual([2]);
  expect(chooseNodes(need, 3, [place(1, 9, { addresses: 1 }), place(2, 2)])).toEqual([1, 2, 2]);
});

test('places all servers or none, and names what is missing', () => {
  const [small, dry] = [place(1, 2), place(2, 9, { addresses: 0 })];
  expect([chooseNodes(need, 3, [small]), findShortage(need, 3, [small])]).toEqual([undefined, 'room']);
  expect([chooseNodes(need, 3, [small, dry]), findShortage(need, 3, [small, dry])]).toEqual([undefined, 'addresses']);
  expect([chooseNodes(need, 1, []), findShortage(need, 1, [])]).toEqual([undefined, 'room']);
  expect(findShortage(need, 2, [small, dry])).toBeUndefined();
});

test('counts dedicated vCPUs separately', () => {
  const dedicated = needOf({ vcpus: 1, memoryMb: GB, diskGb: 10, dedicated: true });
  expect(chooseNodes(dedicated, 2, [place(1, 9)])).toEqual([1, 1]);
  expect(chooseNodes(dedicated, 3, [place(1, 9)])).toBeUndefined();
});

test('a node whose worker is away gets only what fits nowhere else', () => {
  const away = place(2, 9, { away: true });
  expect(chooseNodes(need, 2, [away, place(1, 2)])).toEqual([1, 1]);
  expect(chooseNodes(need, 3, [away, place(1, 2)])).toEqual([1, 1, 2]);
  expect(chooseNodes(need, 1, [away])).toEqual([2]);
});

test('after 30 s unseen a node comes last, and after five minutes it gets nothing', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const seen = (id: number, secondsAgo: number) => ({ id, seenAt: new Date(now.getTime() - secondsAgo * 1000) });
  const nodes = [seen(1, 300), seen(2, 30), { id: 3, seenAt: null }, seen(4, 29), seen(5, 299)];
  expect(listPlaceable(nodes, now).map(({ id, away }) => [id, away])).toEqual([
    [4, false],
    [2, true],
    [5, true],
  ]);
});
