/** Formats changes that wait for the approval of a second person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

type Shown = OperatorReply<'approveApproval'>;

export function formatApprovals(reply: OperatorReply<'listApprovals'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      WHAT: ({ operation }) => operation,
      AMOUNT: ({ amount }) => amount,
      ACCOUNT: ({ account }) => account,
      'REQUESTED BY': ({ requested_by }) => requested_by,
      REASON: ({ input }) => reasonOf(input),
      STATE: ({ state, decided_by, reason }) =>
        decided_by ? `${state} by ${decided_by}${reason === null ? '' : `: ${reason}`}` : state,
    },
    'No request waits for approval.',
  );
}

export function formatDecision({ id, operation, amount, account, state, requested_by, input }: Shown): string {
  const reason = reasonOf(input);
  const because = reason === '' ? '' : ` The reason given: ${reason}`;
  return `Approval ${id} is ${state}. ${requested_by} requested ${operation} of ${amount} for account ${account}.${because}`;
}

/** Returns the reason that the requester gave, or an empty text. Operations about money that has arrived have none. */
const reasonOf = ({ reason }: Shown['input']): string => (typeof reason === 'string' ? reason : '');
