import type { ServerEvent, ServerSummary } from '@innkeeper/sdk/index';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query.ts';
import { applyServerEvent, INDEX_KEY, listSummaries, type ServerIndex, summaryKey } from './servers.ts';

afterEach(() => queryClient.clear());

/** Stores an index with these servers. Returns its ids. */
function givenIndex(...ids: number[]): readonly number[] {
  for (const id of ids) queryClient.setQueryData(summaryKey(id), { id, power: 'running' } as ServerSummary);
  queryClient.setQueryData<ServerIndex>(INDEX_KEY, { ids, eventId: 0, isTruncated: false });
  return ids;
}

let lastEvent = 0;
const change = (id: number, power: ServerSummary['power']) => {
  lastEvent += 1;
  const data = { hostname: `web-${id}`, plan: 'nano', status: 'active', power };
  applyServerEvent({ id: lastEvent, type: 'server', change: 'updated', resource_id: id, data } as unknown as ServerEvent);
};

const powers = (ids: readonly number[]) => listSummaries(ids).map(({ id, power }) => [id, power]);

it('lists changed servers in their places, in another array, and all other servers unchanged', () => {
  const ids = givenIndex(3, 5, 9);
  const before = listSummaries(ids);
  expect(listSummaries(ids)).toBe(before);
  change(5, 'stopped');
  expect(powers(ids)).toEqual([
    [3, 'running'],
    [5, 'stopped'],
    [9, 'running'],
  ]);
  expect(listSummaries(ids)).not.toBe(before);
  expect(listSummaries(ids)[0]).toBe(before[0]);
});

it('lists the servers of another index', () => {
  const ids = givenIndex(3, 5);
  listSummaries(ids);
  change(7, 'running');
  const index = queryClient.getQueryData<ServerIndex>(INDEX_KEY);
  expect(powers(index?.ids ?? [])).toEqual([
    [3, 'running'],
    [5, 'running'],
    [7, 'running'],
  ]);
  change(7, 'stopped');
  expect(powers(ids)).toEqual([
    [3, 'running'],
    [5, 'running'],
  ]);
});
