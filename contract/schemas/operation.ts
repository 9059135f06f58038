import { OPERATION_KINDS } from '@innkeeper/model/states/workflow-words.gen';
import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const OPERATION_STATES = ['queued', 'running', 'undoing', 'done', 'failed'] as const;
/** State of an operation. `undoing` means that it failed and is being rolled back. It then ends as `failed`. */
export const OperationState = z.enum(OPERATION_STATES).meta({
  id: 'OperationState',
  description:
    'State: `queued`, `running`, then `done` or `failed`. `undoing` means that the operation failed and is being rolled back. It then ends as `failed`.',
});
export type OperationState = z.infer<typeof OperationState>;

export const OperationKind = z.enum(OPERATION_KINDS).meta({
  id: 'OperationKind',
  description: 'Action of the operation. `other` means an action that this version of the API does not list.',
});

/** Resource of an operation. */
export const OperationResource = z
  .strictObject({ type: z.string().meta(about('Kind of the resource.', 'server')), id: Id.describe('Id of the resource.') })
  .meta({ id: 'OperationResource', description: 'The resource of an operation.' });

export const OperationPercent = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .describe('Progress in percent if it is known. 100 when the operation is done.');

export const OperationStep = z
  .strictObject({
    name: z.string().meta(about('Name of the step.', 'boot')),
    undo: z.boolean().describe('True if this entry is the rollback of the step with this name.'),
    attempts: z.int().min(0).meta(about('Number of attempts so far.', 1)),
    started_at: Time.describe('Start time.'),
    finished_at: Time.nullable().describe('End time. Null while the step is running, and if it failed.'),
  })
  .meta({ id: 'OperationStep', description: 'A step of an operation.' });

export const PlannedStep = z
  .strictObject({
    name: z.string().meta(about('Name of the step.', 'boot')),
    usual_ms: z
      .int()
      .min(0)
      .nullable()
      .meta(about('Usual duration in milliseconds. `null` with fewer than 5 samples, and after the end of the operation.', 4200)),
  })
  .meta({ id: 'PlannedStep', description: 'A step that an operation of this kind has.' });

/** Work that takes longer than a request. */
export const LongOperation = z
  .strictObject({
    id: Id.describe('Id of the operation.'),
    kind: OperationKind.meta(about('Action of the operation.', 'restart')),
    state: OperationState.describe('State of the operation.'),
    resource: OperationResource.nullable().describe('Resource of the operation, or null if it no longer exists.'),
    percent: OperationPercent.describe('Progress in percent, 100 when the operation is done, or null if it is unknown.'),
    created_at: Time.describe('Time of the request.'),
    started_at: Time.nullable().describe('Start time, or null while the operation is queued.'),
    finished_at: Time.nullable().describe('End time, or null if the operation has not ended.'),
    estimated_end: Time.nullable().describe(
      'Estimated end time, based on earlier operations of the same kind, or null if it is unknown.',
    ),
    reason: z
      .string()
      .nullable()
      .meta(
        about('Reason of the failure, as text, or null if the operation has not failed.', 'The guest did not start in time.'),
      ),
    steps: z.array(OperationStep).describe('Steps that have started, in order.'),
    planned: z
      .array(PlannedStep)
      .describe('All steps of this kind of operation, in order. A step that this operation does not need never begins.'),
    requested_by: z
      .string()
      .nullable()
      .meta(
        about(
          'Email address of the user who started the operation. `null` if a program started it, and for tokens of certain servers.',
          'ada@example.com',
        ),
      ),
  })
  .meta({ id: 'Operation', description: 'Work that takes longer than a request.' });
export type LongOperation = z.infer<typeof LongOperation>;
