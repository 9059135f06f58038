import { OPERATION_KINDS } from '@innkeeper/model/operation-kinds';
import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const OPERATION_STATES = ['queued', 'running', 'undoing', 'done', 'failed'] as const;
/** `undoing`: it failed, and what it did is being rolled back; it ends as `failed`. */
export const OperationState = z.enum(OPERATION_STATES).meta({
  id: 'OperationState',
  description:
    '`queued`, `running`, then `done` or `failed`. `undoing`: it failed, and what it did is being rolled back; it ends as `failed`.',
});
export type OperationState = z.infer<typeof OperationState>;

export const OperationKind = z
  .enum(OPERATION_KINDS)
  .meta({ id: 'OperationKind', description: 'What is done. `other`: work that this version of the API has no word for.' });

/** What is done to which of your things. */
export const OperationResource = z
  .strictObject({ type: z.string().meta(about('Kind of the resource.', 'server')), id: Id.describe('Id of the resource.') })
  .meta({ id: 'OperationResource', description: 'What an operation is done to.' });

export const OperationPercent = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .describe('Progress in percent, where it is known; 100 when it is done.');

export const OperationStep = z
  .strictObject({
    name: z.string().meta(about('Name of the step.', 'boot')),
    undo: z.boolean().describe('Whether this rolled back the step of that name.'),
    attempts: z.int().min(0).meta(about('Attempts so far.', 1)),
    started_at: Time.describe('When it began.'),
    finished_at: Time.nullable().describe('When it ended; null while it is in progress, and where it failed.'),
  })
  .meta({ id: 'OperationStep', description: 'A step of an operation.' });

export const PlannedStep = z
  .strictObject({
    name: z.string().meta(about('Name of the step.', 'boot')),
    usual_ms: z
      .int()
      .min(0)
      .nullable()
      .meta(
        about(
          'Usual duration in milliseconds; null once the operation has ended, and while fewer than 5 earlier ones tell.',
          4200,
        ),
      ),
  })
  .meta({ id: 'PlannedStep', description: 'A step that an operation of this kind has.' });

/** Work that takes longer than a request. */
export const LongOperation = z
  .strictObject({
    id: Id.describe('Id of the operation.'),
    kind: OperationKind.meta(about('What is done.', 'restart')),
    state: OperationState.describe('State of the operation.'),
    resource: OperationResource.nullable().describe('What it is done to; null where that is gone.'),
    percent: OperationPercent.describe('Progress in percent, 100 when it is done; null where it is not known.'),
    created_at: Time.describe('When it was asked for.'),
    started_at: Time.nullable().describe('When it began; null while it waits.'),
    finished_at: Time.nullable().describe('When it ended; null until then.'),
    estimated_end: Time.nullable().describe(
      'When it will probably end, estimated from earlier operations of its kind; null while that is not known.',
    ),
    reason: z
      .string()
      .nullable()
      .meta(about('Why it failed, in a sentence; null unless it did.', 'The guest did not start in time.')),
    steps: z.array(OperationStep).describe('The steps that have begun, in order.'),
    planned: z
      .array(PlannedStep)
      .describe('All steps of this kind of operation, in order. A step that this operation does not need never begins.'),
    requested_by: z
      .string()
      .nullable()
      .meta(about('Email address of the user who asked for it; null where no user did.', 'ada@example.com')),
  })
  .meta({ id: 'Operation', description: 'Work that takes longer than a request.' });
export type LongOperation = z.infer<typeof LongOperation>;
