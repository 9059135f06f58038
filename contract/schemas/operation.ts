import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const OPERATION_STATES = ['queued', 'running', 'undoing', 'done', 'failed'] as const;
/** `undoing`: it could not be done, and what was begun is taken back; it ends as `failed`. */
export const OperationState = z.enum(OPERATION_STATES).meta({
  id: 'OperationState',
  description:
    '`queued`, `running`, then `done` or `failed`. `undoing`: it could not be done, and what was begun is taken back; it ends as `failed`.',
});
export type OperationState = z.infer<typeof OperationState>;

export const OperationKind = z.string().describe('What is done: `deploy`, `restart`, `power-off` ...');

/** What is done to which of your things. */
export const OperationResource = z
  .strictObject({ type: z.string().meta(about('Kind of the resource.', 'server')), id: Id.describe('Id of the resource.') })
  .meta({ id: 'OperationResource', description: 'What an operation is done to.' });

export const OperationPercent = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .describe('How far it is, where that can be told; 100 when it is done.');

export const OperationStep = z
  .strictObject({
    name: z.string().meta(about('Name of the step.', 'boot')),
    undo: z.boolean().describe('Whether this took back the step of that name.'),
    attempts: z.int().min(0).meta(about('Tries that it took, or took so far.', 1)),
    started_at: Time.describe('When it began.'),
    finished_at: Time.nullable().describe('When it ended; null while it is under way, and for ever where it failed.'),
  })
  .meta({ id: 'OperationStep', description: 'A step of an operation.' });

/** Something that takes longer than a request. */
export const LongOperation = z
  .strictObject({
    id: Id.describe('Id of the operation.'),
    kind: OperationKind.meta(about('What is done: `deploy`, `restart`, `power_off` ...', 'restart')),
    state: OperationState.describe('How far it is.'),
    resource: OperationResource.nullable().describe('What it is done to; null where that is gone.'),
    percent: OperationPercent.describe('How far it is in percent, where that can be told; else null. 100 when it is done.'),
    created_at: Time.describe('When it was asked for.'),
    started_at: Time.nullable().describe('When it began; null while it waits.'),
    finished_at: Time.nullable().describe('When it ended; null until then.'),
    estimated_end: Time.nullable().describe(
      'When it will probably end, from how long the last ones of its kind took; null while that is not known.',
    ),
    reason: z
      .string()
      .nullable()
      .meta(about('Why it failed, in a sentence; null unless it did.', 'The guest did not start in time.')),
    steps: z.array(OperationStep).describe('Those begun so far, in order.'),
  })
  .meta({ id: 'Operation', description: 'Something that takes longer than a request.' });
export type LongOperation = z.infer<typeof LongOperation>;
