import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, accountArgument, idArgument, listOf, oneLine, paging, ref, WorkflowStep } from './fields.ts';

const Workflow = z.strictObject({
  id: Id,
  kind: z.string(),
  lane: z.string(),
  state: z.string(),
  direction: z.enum(['forward', 'back']),
  account: Id.nullable(),
  resource: ref.nullable(),
  created_at: At,
  /** When it is due; null while a worker has it, and once it has ended. */
  next_at: At.nullable(),
  cancelled_at: At.nullable(),
  error: z.string().nullable(),
});

/** What its input and the results of its steps are stays out: it may be a customer's. */
const WorkflowDetails = Workflow.extend({
  attempts: z.int(),
  worker: Id.nullable(),
  begun_at: At.nullable(),
  finished_at: At.nullable(),
  cancel_reason: z.string().nullable(),
  /** What the customer is told. */
  reason: z.string().nullable(),
  fault: z.string().nullable(),
  steps: z.array(WorkflowStep),
  locks: z.array(z.strictObject({ kind: z.string(), id: Id, reason: z.string(), locked_at: At })),
});

const workflow = idArgument('workflow');

export const workflows = {
  listWorkflows: operatorOperation({
    resource: 'workflows',
    summary: 'list workflows that have not ended, the stuck ones first',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      kind: oneLine(60).optional().meta({ description: 'only this kind: server.deploy', value: 'kind' }),
      stuck: z.boolean().default(false).meta({ description: 'only stuck ones' }),
      ...paging,
    }),
    reply: listOf(Workflow),
    failures: ['not_found'],
  }),
  showWorkflow: operatorOperation({
    resource: 'workflows',
    summary: 'show a workflow: its state, its locks, and how each of its steps went',
    changes: false,
    args: ['workflow'],
    input: z.strictObject({ workflow }),
    reply: WorkflowDetails,
    failures: ['not_found'],
  }),
  cancelWorkflow: operatorOperation({
    resource: 'workflows',
    summary: 'cancel a workflow: what it did is rolled back, and its lock released',
    changes: true,
    args: ['workflow'],
    input: z.strictObject({
      workflow,
      reason: oneLine(200)
        .default('The operator has cancelled this operation.')
        .meta({ description: 'the reason that the customer reads', value: 'sentence' }),
    }),
    reply: Workflow,
    failures: ['not_found', 'wrong_state'],
  }),
  retryWorkflow: operatorOperation({
    resource: 'workflows',
    summary: 'retry a stuck workflow now',
    changes: true,
    args: ['workflow'],
    input: z.strictObject({ workflow }),
    reply: Workflow,
    failures: ['not_found', 'wrong_state'],
  }),
};
