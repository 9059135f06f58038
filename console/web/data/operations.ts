/** Operations of the account that have not ended, and the ones that a page shows. */
import type { Operation, OperationEvent } from '@innkeeper/sdk/index';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { discardLater, queryClient } from './query.ts';

export const operationKey = (id: number) => ['operation', id] as const;
export const UNFINISHED_KEY = ['operations'] as const;

/** Ids of the unfinished operations, the latest first. */
export const unfinishedQuery = queryOptions({
  queryKey: UNFINISHED_KEY,
  // The same ids in a new list make everything render that looks for an operation (`announceOperation`).
  structuralSharing: false,
  queryFn: async ({ signal }) => {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await client.listOperations({ page, per_page: 50 }, { signal });
      for (const operation of data) {
        ids.push(operation.id);
        queryClient.setQueryData<Operation>(operationKey(operation.id), operation);
      }
      if (page >= meta.last_page || page >= MAX_PAGES) return ids;
    }
  },
});

/** An account has few unfinished operations: 20 pages hold 1,000. */
const MAX_PAGES = 20;

export const operationQuery = (id: number) =>
  queryOptions({ queryKey: operationKey(id), queryFn: ({ signal }) => client.getOperation({ id }, { signal }) });

/** Returns the unfinished operations, the latest first. It renders again only when one begins or ends. */
export function useUnfinished(): readonly number[] {
  return useSuspenseQuery(unfinishedQuery).data;
}

/** Returns an operation, or `undefined` while it is read. */
export function useOperation(id: number | undefined): Operation | undefined {
  return useQuery({ ...operationQuery(id ?? 0), enabled: id !== undefined }).data;
}

/** Renders again what looked for this operation before its entry was read, and so found none. */
export function announceOperation(id: number): void {
  queryClient.setQueryData<number[]>([...UNFINISHED_KEY], (ids) => (ids?.includes(id) ? [...ids] : ids));
}

/** Returns the unfinished operation of a server, the latest first. */
export const findOperationOfServer = (ids: readonly number[], serverId: number): Operation | undefined =>
  findOperationOf(ids, 'server', serverId);

/** Returns the unfinished operation of a resource, the latest first. */
export function findOperationOf(
  ids: readonly number[],
  type: NonNullable<Operation['resource']>['type'],
  resourceId: number,
): Operation | undefined {
  for (const id of ids) {
    const operation = queryClient.getQueryData<Operation>(operationKey(id));
    if (operation?.resource?.type === type && operation.resource.id === resourceId) return operation;
  }
  return undefined;
}

export function isFinished(state: Operation['state']): boolean {
  return state === 'done' || state === 'failed';
}

/** Changes the operation's entry by an event. Returns its id if the entry must be read again: an event carries no times. */
export function applyOperationEvent(event: OperationEvent): number | undefined {
  const id = event.resource_id;
  const known = queryClient.getQueryData<Operation>(operationKey(id));
  const { kind, state, percent, resource } = event.data;
  if (known !== undefined) {
    queryClient.setQueryData<Operation>(operationKey(id), { ...known, kind, state, percent, resource });
  }
  if (isFinished(state)) discardLater(operationKey(id));
  queryClient.setQueryData<number[]>([...UNFINISHED_KEY], (ids) => {
    if (ids === undefined) return undefined;
    if (isFinished(state)) return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
    return ids.includes(id) ? ids : [id, ...ids];
  });
  const isNew = known === undefined && !isFinished(state);
  return known !== undefined || isNew ? id : undefined;
}
