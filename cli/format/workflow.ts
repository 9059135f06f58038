/** Formats workflows. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';
import { formatSteps } from '../output/steps.ts';

type Workflow = OperatorReply<'listWorkflows'>['data'][number];

const stateOf = ({ state, direction, cancelled_at }: Workflow): string =>
  [state, ...(direction === 'back' ? ['back'] : []), ...(cancelled_at ? ['cancelled'] : [])].join(', ');

export function formatWorkflows(reply: OperatorReply<'listWorkflows'>): string {
  return formatPage(
    reply,
    {
      WORKFLOW: ({ id }) => id,
      KIND: ({ kind }) => kind,
      STATE: stateOf,
      LANE: ({ lane }) => lane,
      ACCOUNT: ({ account }) => account,
      OF: ({ resource }) => (resource ? `${resource.kind} ${resource.id}` : ''),
      SINCE: ({ created_at }) => created_at,
      NEXT: ({ next_at }) => next_at ?? 'now',
      ERROR: ({ error }) => error,
    },
    'There are no such workflows.',
  );
}

export function formatWorkflow(workflow: OperatorReply<'showWorkflow'>): string {
  const { id, kind, state, direction, locks, steps, resource, worker } = workflow;
  const time = (at: string | null): string => at ?? 'not yet';
  const lines = [
    `Workflow ${id}: ${kind}${resource ? ` of ${resource.kind} ${resource.id}` : ''}`,
    `  state     ${state}, ${direction === 'back' ? 'rolling back' : 'forward'}${worker ? `, at worker ${worker}` : ''}`,
    `  times     created ${time(workflow.created_at)}, started ${time(workflow.begun_at)}, ended ${time(workflow.finished_at)}`,
    ...(workflow.next_at ? [`  next      ${workflow.next_at}`] : []),
    ...(workflow.cancel_reason ? [`  cancelled ${time(workflow.cancelled_at)}: ${workflow.cancel_reason}`] : []),
    ...(workflow.error ? [`  error     ${workflow.error}`] : []),
    ...(workflow.reason ? [`  customer  sees: ${workflow.reason}`] : []),
    ...locks.map((lock) => `  lock      "${lock.reason}" of ${lock.kind} ${lock.id}, since ${lock.locked_at}`),
  ];
  return [lines.join('\n'), ...(steps.length === 0 ? [] : [formatSteps('STEP', steps)])].join('\n\n');
}

export const formatCancelled = ({ id }: Workflow): string =>
  `Workflow ${id} is being rolled back. See its progress with ./innkeeper workflow show ${id}.`;

export const formatRetried = ({ id }: Workflow): string => `Workflow ${id} is being retried now.`;
