import { expect, test } from 'vitest';
import type { CopyKind, DiskCopy } from '../../data/copies.ts';
import { mergeLists } from './merge.ts';

const copy = (kind: CopyKind, day: number): DiskCopy => ({
  ...{ id: day, kind, server_id: 1, server_hostname: 'web-1', server_ip: '192.0.2.1', name: `${kind} ${day}`, size: 10 },
  created_at: `2026-03-${String(day).padStart(2, '0')}T00:00:00+02:00`,
});
const days = (copies: readonly DiskCopy[]) => copies.map(({ id }) => id);

test('complete lists are merged, newest first', () => {
  const lists = [
    { copies: [copy('snapshot', 9), copy('snapshot', 3)], hasMore: false },
    { copies: [copy('backup', 7), copy('backup', 1)], hasMore: false },
  ];
  expect(days(mergeLists(lists))).toEqual([9, 7, 3, 1]);
});

test('copies are held back while another list may have newer ones', () => {
  const lists = [
    { copies: [copy('snapshot', 9), copy('snapshot', 5)], hasMore: true },
    { copies: [copy('backup', 7), copy('backup', 1)], hasMore: false },
  ];
  expect(days(mergeLists(lists))).toEqual([9, 7, 5]);
});

test('if both lists have more copies, the list with the newer end limits the result', () => {
  const lists = [
    { copies: [copy('snapshot', 9), copy('snapshot', 8)], hasMore: true },
    { copies: [copy('backup', 7), copy('backup', 1)], hasMore: true },
  ];
  expect(days(mergeLists(lists))).toEqual([9, 8]);
});

test('merging no lists gives no copies', () => expect(mergeLists([])).toEqual([]));
