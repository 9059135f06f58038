import { z } from 'zod';
import { Id, Time } from './primitives.ts';

export const OPERATION_STATES = ['queued', 'running', 'undoing', 'done', 'failed'] as const;
/** `undoing`: it could not be done, and what was begun is taken back; it ends as `failed`. */
export const OperationState = z.enum(OPERATION_STATES).meta({ id: 'OperationState' });
export type OperationState = z.infer<typeof OperationState>;

export const OperationKind = z.string().describe('What is done: `deploy`, `restart`, `power-off` ...');

/** What is done to which of your things. */
export const OperationResource = z
  .strictObject({ type: z.string().describe('`server` ...'), id: Id })
  .meta({ id: 'OperationResource' });

export const OperationPercent = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .describe('How far it is, where that can be told; 100 when it is done.');

export const OperationStep = z
  .strictObject({
    name: z.string(),
    undo: z.boolean().describe('Whether this took back the step of that name.'),
    attempts: z.int().min(0).describe('Tries that it took, or took so far.'),
    started_at: Time,
    finished_at: Time.nullable().describe('null while it is under way, and for ever where it failed.'),
  })
  .meta({ id: 'OperationStep' });

/** Something that takes longer than a request. */
export const LongOperation = z
  .strictObject({
    id: Id,
    kind: OperationKind,
    state: OperationState,
    resource: OperationResource.nullable(),
    percent: OperationPercent,
    created_at: Time,
    started_at: Time.nullable(),
    finished_at: Time.nullable(),
    estimated_end: Time.nullable().describe('From how long the last ones of its kind took; null while that is not known.'),
    reason: z.string().nullable().describe('Why it failed, in a sentence.'),
    steps: z.array(OperationStep).describe('Those begun so far, in order.'),
  })
  .meta({ id: 'Operation' });
export type LongOperation = z.infer<typeof LongOperation>;
