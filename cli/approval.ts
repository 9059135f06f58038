/** Defines the command `./innkeeper approval`. */
import { approvals } from '@innkeeper/contract/operations/approvals.staff';
import { approveApproval, listApprovals, refuseApproval } from '@innkeeper/operations/approvals.staff';
import type { Command } from 'commander';
import { formatApprovals, formatDecision } from './format/approval.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const approvalBindings: Bindings<typeof approvals> = {
  listApprovals: { run: inOneTransaction(listApprovals), format: formatApprovals },
  approveApproval: { run: inOneTransaction(approveApproval), format: formatDecision },
  refuseApproval: { run: inOneTransaction(refuseApproval), format: formatDecision },
};

export function approvalCommand(): Command {
  return nounCommand('approval', 'manage requests that need approval by a second person', approvals, approvalBindings);
}
