/** Formats changes that wait for the approval of a second person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from './page.ts';

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
      STATE: ({ state, decided_by }) => (decided_by ? `${state} by ${decided_by}` : state),
    },
    'No request waits for approval.',
  );
}

export const formatDecision = ({ id, operation, amount, account, state, requested_by }: Shown): string =>
  `Approval ${id} is ${state}. ${requested_by} requested ${operation} of ${amount} for account ${account}.`;
