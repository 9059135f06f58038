/** Queries of unfinished operations, and of operations that a page shows. */
import type { Operation, OperationEvent } from '@innkeeper/sdk/index';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { OrderedReads } from './ordered-reads.ts';
import { discardLater, queryClient } from './query.ts';

export const operationKey = (id: number) => ['operation', id] as const;
export const UNFINISHED_KEY = ['operations'] as const;

/** Query of the ids of unfinished operations, latest first. */
export const unfinishedQuery = queryOptions({
  queryKey: UNFINISHED_KEY,
  // Without sharing, a new list of the same ids renders all components that look up an operation (`refetchOperation`).
  structuralSharing: false,
  queryFn: ({ signal }) => readUnfinished(signal),
});

/** Operation events that arrive while the list is read. Their operations are read again, and pages of the list may be older. */
let pendingEvents: OperationEvent[] | undefined;

async function readUnfinished(signal: AbortSignal): Promise<readonly number[]> {
  const eventsDuringRead: OperationEvent[] = [];
  pendingEvents = eventsDuringRead;
  try {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await client.listOperations({ page, per_page: 50 }, { signal });
      for (const operation of data) {
        ids.push(operation.id);
        if (eventsDuringRead.some(({ resource_id }) => resource_id === operation.id)) continue;
        queryClient.setQueryData<Operation>(operationKey(operation.id), operation);
      }
      if (page >= meta.last_page || page >= MAX_PAGES) return eventsDuringRead.reduce<readonly number[]>(applyToUnfinished, ids);
    }
  } finally {
    if (pendingEvents === eventsDuringRead) pendingEvents = undefined;
  }
}

/** An account has few unfinished operations: 20 pages hold 1,000. */
const MAX_PAGES = 20;

const reads = new OrderedReads<Operation>((id, operation) => queryClient.setQueryData<Operation>(operationKey(id), operation));

export const operationQuery = (id: number) =>
  queryOptions({
    queryKey: operationKey(id),
    queryFn: ({ signal }) => reads.read(id, () => client.getOperation({ id }, { signal })),
  });

/** Returns the ids of unfinished operations, latest first. The component renders again when one of them begins, ends or reaches a step. */
export function useUnfinished(): readonly number[] {
  return useSuspenseQuery(unfinishedQuery).data;
}

/** Returns an operation, or `undefined` while it is being read. */
export function useOperation(id: number | undefined): Operation | undefined {
  return useQuery({ ...operationQuery(id ?? 0), enabled: id !== undefined }).data;
}

/** Reads an operation again, and renders the components that looked it up if its steps or its estimated end are different. */
export async function refetchOperation(id: number): Promise<void> {
  const before = queryClient.getQueryData<Operation>(operationKey(id));
  const { estimated_end, steps } = await queryClient.fetchQuery({ ...operationQuery(id), staleTime: 0 });
  if (before?.estimated_end === estimated_end && before.steps.length === steps.length) return;
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

/**
 * Updates the operation's entry by an event. Returns its id if the entry must be refetched, because an event carries no times. Progress
 * within a step comes once a second and changes nothing else. An account with ten copies would use up its requests by reading each again.
 */
export function applyOperationEvent(event: OperationEvent): number | undefined {
  pendingEvents?.push(event);
  const id = event.resource_id;
  const known = queryClient.getQueryData<Operation>(operationKey(id));
  const { kind, state, percent, resource } = event.data;
  const changes = { kind, state, percent, resource };
  const isOutdated = !isProgressOnly(known, event);
  reads.change(id, changes, isOutdated);
  if (known !== undefined) queryClient.setQueryData<Operation>(operationKey(id), { ...known, ...changes });
  if (isFinished(state)) discardLater(operationKey(id));
  queryClient.setQueryData<readonly number[]>([...UNFINISHED_KEY], (ids) => ids && applyToUnfinished(ids, event));
  return isOutdated && (known !== undefined || !isFinished(state)) ? id : undefined;
}

/** Returns whether an event only reports progress within the step that the entry already shows as running. */
function isProgressOnly(known: Operation | undefined, { data: { state, step } }: OperationEvent): boolean {
  return known?.state === state && known.steps.some(({ name, finished_at }) => name === step && finished_at === null);
}

function applyToUnfinished(ids: readonly number[], { resource_id: id, data }: OperationEvent): readonly number[] {
  if (isFinished(data.state)) return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
  return ids.includes(id) ? ids : [id, ...ids];
}
