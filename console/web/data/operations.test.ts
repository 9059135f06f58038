import type { Operation, OperationEvent } from '@innkeeper/sdk/index';
import { afterEach, expect, it } from 'vitest';
import { applyOperationEvent, operationKey } from './operations.ts';
import { queryClient } from './query.ts';

afterEach(() => queryClient.clear());

const OPERATION: Operation = {
  ...{ id: 7, kind: 'snapshot', state: 'running', resource: { type: 'server', id: 3 }, percent: 1 },
  created_at: '2027-01-31T12:00:00Z',
  ...{ started_at: '2027-01-31T12:00:00Z', finished_at: null, estimated_end: null, reason: null },
  steps: [{ name: 'copy', undo: false, attempts: 1, started_at: '2027-01-31T12:00:00Z', finished_at: null }],
  planned: [],
  requested_by: null,
};
const event = (data: Partial<OperationEvent['data']>): OperationEvent => ({
  ...{ id: 1, at: '2027-01-31T12:00:01Z', change: 'updated', type: 'operation', resource_id: 7 },
  data: { kind: 'snapshot', state: 'running', step: 'copy', percent: 5, resource: OPERATION.resource, ...data },
});

it('refetches an operation whose state or step changed, and shows progress without a request', () => {
  queryClient.setQueryData(operationKey(7), OPERATION);
  expect(applyOperationEvent(event({ percent: 40 }))).toBeUndefined();
  expect(queryClient.getQueryData(operationKey(7))).toMatchObject({ percent: 40 });
  expect(applyOperationEvent(event({ step: 'verify' }))).toBe(7);
  expect(applyOperationEvent(event({ state: 'done', step: null }))).toBe(7);
});

it('reads an unknown operation, unless it has ended', () => {
  expect(applyOperationEvent(event({}))).toBe(7);
  expect(applyOperationEvent(event({ state: 'failed' }))).toBeUndefined();
});
