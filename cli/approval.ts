/** Defines the command `./innkeeper approval`, with the texts that it prints. */
import { approvals } from '@innkeeper/contract/operations/approvals.staff';
import { OPERATOR_OPERATIONS, type OperatorReply } from '@innkeeper/contract/operator/all';
import { approvalPhrase } from '@innkeeper/model/people/approval-phrases';
import { describeInput } from '@innkeeper/model/people/approved-input';
import { approveApproval, listApprovals, refuseApproval, showApproval } from '@innkeeper/operations/approvals.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listApprovals'> = {
  ID: ({ id }) => id,
  WHAT: withCommand,
  INPUT: ({ input }) => describeInput(input).join(', '),
  AMOUNT: ({ amount }) => amount ?? '',
  ACCOUNT: ({ account, email }) => [account, email].filter((part) => part !== null).join(' '),
  ABOUT: ({ about }) => namesOf(about, MAX_NAMES),
  'REQUESTED BY': ({ requested_by }) => requested_by,
  REASON: ({ input }) => reasonOf(input),
  STATE: ({ state, decided_by, reason }) =>
    `${state}${decided_by ? ` by ${decided_by}` : ''}${reason === null ? '' : `: ${reason}`}`,
};

/** Number of names in a row of the list. `approval show` shows all. */
const MAX_NAMES = 3;

const namesOf = (about: readonly string[], max: number): string =>
  [...about.slice(0, max), ...(about.length > max ? ['...'] : [])].join('; ');

type Shown = OperatorReply<'approveApproval'>;

/** Returns the request as mails name it, with its command: `refund of order 7 (order refund)`. */
function withCommand({ operation, input }: Pick<Shown, 'operation' | 'input'>): string {
  return `${approvalPhrase(operation, describeInput(input))} (${OPERATOR_OPERATIONS[operation].command})`;
}

/** Returns the request with its command, amount, account and customer, and the names of what it concerns. */
function formatRequest(approval: Shown): string {
  const { amount, account, email, customer, about } = approval;
  const names = [customer, email].filter(Boolean).join(', ');
  const whose = account === null ? '' : ` for account ${account}${names && ` (${names})`}`;
  return `${withCommand(approval)}${amount === null ? '' : ` of ${amount}`}${whose}${about.length === 0 ? '' : `, about ${namesOf(about, about.length)}`}`;
}

function formatDecision(approval: Shown): string {
  const { id, state, requested_by, input } = approval;
  const reason = reasonOf(input);
  const because = reason === '' ? '' : ` The reason given: ${reason}`;
  const decision = `Approval ${id} is ${state}. ${requested_by} requested ${formatRequest(approval)}.${because}`;
  return state === 'approved' && isRefundToPayer(approval) ? `${decision}\n${HOW_TO_SEND}` : decision;
}

/** The reply does not say how the payer had paid. */
const HOW_TO_SEND =
  'If the payer paid by bank transfer, transfer the money yourself: no gateway does it. ./innkeeper refund list --to-send shows the account.';

const isRefundToPayer = ({ operation, input }: Shown): boolean =>
  operation === 'refundPayment' || (operation === 'refundOrder' && input.to === 'payer');

function formatApproval(approval: Shown): string {
  const { id, input, requested_by, requested_at, expires_at, state, approvers, may_decide } = approval;
  const { decided_by, decided_at, reason: answer } = approval;
  const reason = reasonOf(input);
  return [
    `Approval ${id} is ${state}: ${formatRequest(approval)}.`,
    `Requested by ${requested_by} at ${requested_at}.${reason === '' ? ' No reason was given.' : ` The reason given: ${reason}`}`,
    ...describeInput(input).map((field) => `  ${field}`),
    ...(state === 'void' ? [`It can no longer be carried out. The reason: ${answer}`] : []),
    ...(decided_by === null
      ? []
      : [`Decided by ${decided_by} at ${decided_at}.${answer === null ? '' : ` The answer: ${answer}`}`]),
    ...(state === 'waiting'
      ? [
          `Another person with the role ${approvers.join(' or ')} may decide until ${expires_at}.`,
          ...(may_decide
            ? [`You may decide: ./innkeeper approval approve ${id}, or ./innkeeper approval refuse ${id} --reason TEXT`]
            : ['You may not decide.']),
        ]
      : []),
  ].join('\n');
}

/** Returns the reason that the requester gave, or an empty text. Operations about money that has arrived have none. */
const reasonOf = ({ reason }: Shown['input']): string => (typeof reason === 'string' ? reason : '');

export const approvalBindings: Bindings<typeof approvals> = {
  listApprovals: {
    run: inOneTransaction(listApprovals),
    format: (page) => formatPage(page, COLUMNS, 'No request waits for approval.'),
  },
  showApproval: { run: inOneTransaction(showApproval), format: formatApproval },
  approveApproval: { run: inOneTransaction(approveApproval), format: formatDecision },
  refuseApproval: { run: inOneTransaction(refuseApproval), format: formatDecision },
};

export function approvalCommand(): Command {
  return nounCommand('approval', 'manage requests that need approval by a second person', approvals, approvalBindings);
}
