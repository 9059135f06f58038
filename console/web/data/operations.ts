/** Queries of unfinished operations, and of operations that a page shows. */
import type { Operation, OperationEvent } from '@innkeeper/sdk/index';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { discardLater, queryClient } from './query.ts';

export const operationKey = (id: number) => ['operation', id] as const;
export const UNFINISHED_KEY = ['operations'] as const;

/** Query of the ids of unfinished operations, latest first. */
export const unfinishedQuery = queryOptions({
  queryKey: UNFINISHED_KEY,
  // Without sharing, a new list of the same ids renders all components that look up an operation (`announceOperation`).
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

/** Returns the ids of unfinished operations, latest first. The component renders again only when an operation begins or ends. */
export function useUnfinished(): readonly number[] {
  return useSuspenseQuery(unfinishedQuery).data;
}

/** Returns an operation, or `undefined` while it is being read. */
export function useOperation(id: number | undefined): Operation | undefined {
  return useQuery({ ...operationQuery(id ?? 0), enabled: id !== undefined }).data;
}

/** Renders components that looked up this operation before its entry was read, and therefore found none. */
export function announceOperation(id: number): void {
  queryClient.setQueryData<number[]>([...UNFINISHED_KEY], (ids) => (ids?.includes(id) ? [...ids] : ids));
}

/** Returns the latest unfinished operation of a server. */
export const findOperationOfServer = (ids: readonly number[], serverId: number): Operation | undefined =>
  findOperationOf(ids, 'server', serverId);

/** Returns the latest unfinished operation of a resource. */
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

/** Updates the operation's entry by an event. Returns its id if the entry must be refetched, because an event carries no times. */
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
