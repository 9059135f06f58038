/** Defines the command `./innkeeper workflow`, with the texts that it prints. */
import { pointOfNoReturn } from '@innkeeper/apps/point-of-no-return';
import { workflows } from '@innkeeper/contract/operations/workflows.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { cancelWorkflow, listWorkflows, retryWorkflow, showWorkflow } from '@innkeeper/operations/workflows.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { formatSteps } from './output/steps.ts';

const COLUMNS: ColumnsOf<'listWorkflows'> = {
  WORKFLOW: ({ id }) => id,
  KIND: ({ kind }) => kind,
  STATE: stateOf,
  LANE: ({ lane }) => lane,
  ACCOUNT: ({ account }) => account,
  OF: ({ resource }) => (resource ? `${resource.kind} ${resource.id}` : ''),
  SINCE: ({ created_at }) => created_at,
  NEXT: ({ next_at }) => next_at ?? 'now',
  ERROR: ({ error }) => error,
};

type Workflow = OperatorReply<'listWorkflows'>['data'][number];

function stateOf({ state, direction, cancelled_at }: Workflow): string {
  return [state, ...(direction === 'back' ? ['back'] : []), ...(cancelled_at ? ['cancelled'] : [])].join(', ');
}

function formatWorkflow(workflow: OperatorReply<'showWorkflow'>): string {
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

export const workflowBindings: Bindings<typeof workflows> = {
  listWorkflows: {
    run: inOneTransaction(listWorkflows),
    format: (page) => formatPage(page, COLUMNS, 'There are no such workflows.'),
  },
  showWorkflow: { run: inOneTransaction(showWorkflow), format: formatWorkflow },
  cancelWorkflow: {
    run: (installation, input) => installation.commit((cx) => cancelWorkflow(cx, input, { pointOfNoReturn })),
    format: ({ id, cancelled_at }) =>
      cancelled_at === null
        ? `Workflow ${id} goes on without the old node of its server, whose remains there are removed once it is back. See its progress with ./innkeeper workflow show ${id}.`
        : `Workflow ${id} is being rolled back. See its progress with ./innkeeper workflow show ${id}.`,
  },
  retryWorkflow: { run: inOneTransaction(retryWorkflow), format: ({ id }) => `Workflow ${id} is being retried now.` },
};

export function workflowCommand(): Command {
  return nounCommand('workflow', 'manage background work', workflows, workflowBindings);
}
