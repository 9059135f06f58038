import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, accountArgument, idArgument, listOf, oneLine, paging, ref, WorkflowStep } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Workflow = z.strictObject({
  id: Id,
  kind: z.string(),
  lane: z.string(),
  state: z.string(),
  direction: z.enum(['forward', 'back']),
  account: Id.nullable(),
  resource: ref.nullable(),
  created_at: At,
  /** Time at which the workflow is due, or `null` while a worker runs it and after its end. */
  next_at: At.nullable(),
  cancelled_at: At.nullable(),
  error: z.string().nullable(),
});

/** Details of a workflow, without its input and the results of its steps, because these may contain a customer's data. */
const WorkflowDetails = Workflow.extend({
  attempts: z.int(),
  worker: Id.nullable(),
  begun_at: At.nullable(),
  finished_at: At.nullable(),
  cancel_reason: z.string().nullable(),
  /** Message for the customer. */
  reason: z.string().nullable(),
  fault: z.string().nullable(),
  steps: z.array(WorkflowStep),
  locks: z.array(z.strictObject({ kind: z.string(), id: Id, reason: z.string(), locked_at: At })),
});

const workflow = idArgument('workflow');

export const workflows = {
  listWorkflows: staffOperation({
    method: 'GET',
    path: '/operator/workflows',
    command: 'workflow list',
    roles: ['support', 'technical'],
    resource: 'workflows',
    summary: 'list workflows that have not ended, stuck ones first',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      kind: oneLine(60).optional().meta({ description: 'only workflows of this kind, such as server.deploy', value: 'kind' }),
      stuck: z.boolean().default(false).meta({ description: 'only stuck workflows' }),
      ...paging,
    }),
    reply: listOf(Workflow),
    failures: ['not_found'],
  }),
  showWorkflow: staffOperation({
    method: 'GET',
    path: '/operator/workflows/{workflow}',
    command: 'workflow show',
    args: ['workflow'],
    roles: ['support', 'technical'],
    resource: 'workflows',
    summary: 'show a workflow with its state, locks and steps',
    changes: false,
    input: z.strictObject({ workflow }),
    reply: WorkflowDetails,
    failures: ['not_found'],
  }),
  cancelWorkflow: staffOperation({
    method: 'POST',
    path: '/operator/workflows/{workflow}/cancel',
    command: 'workflow cancel',
    args: ['workflow'],
    roles: ['technical'],
    resource: 'workflows',
    summary: 'cancel a workflow: undo its steps and release its lock',
    changes: true,
    input: z.strictObject({
      workflow,
      reason: oneLine(200)
        .default('The operator has cancelled this operation.')
        .meta({ description: 'reason, shown to the customer', value: 'sentence' }),
    }),
    reply: Workflow,
    failures: ['not_found', 'wrong_state'],
  }),
  retryWorkflow: staffOperation({
    method: 'POST',
    path: '/operator/workflows/{workflow}/retry',
    command: 'workflow retry',
    args: ['workflow'],
    roles: ['technical'],
    resource: 'workflows',
    summary: 'retry a stuck workflow now',
    changes: true,
    input: z.strictObject({ workflow }),
    reply: Workflow,
    failures: ['not_found', 'wrong_state'],
  }),
};
