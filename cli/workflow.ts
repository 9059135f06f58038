/** Defines the command `./innkeeper workflow`. */
import { pointOfNoReturn } from '@innkeeper/apps/point-of-no-return';
import { workflows } from '@innkeeper/contract/operations/workflows.staff';
import { cancelWorkflow, listWorkflows, retryWorkflow, showWorkflow } from '@innkeeper/operations/workflows.staff';
import type { Command } from 'commander';
import { formatCancelled, formatRetried, formatWorkflow, formatWorkflows } from './format/workflow.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const workflowBindings: Bindings<typeof workflows> = {
  listWorkflows: { run: inOneTransaction(listWorkflows), format: formatWorkflows },
  showWorkflow: { run: inOneTransaction(showWorkflow), format: formatWorkflow },
  cancelWorkflow: {
    run: (installation, input) => installation.commit((cx) => cancelWorkflow(cx, input, { pointOfNoReturn })),
    format: formatCancelled,
  },
  retryWorkflow: { run: inOneTransaction(retryWorkflow), format: formatRetried },
};

export function workflowCommand(): Command {
  return nounCommand('workflow', 'manage background work', workflows, workflowBindings);
}
