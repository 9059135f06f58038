import type { HeldTicket } from '@innkeeper/domain/tickets/write';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** The row, locked until the transaction ends. Throws `not_found`. */
export async function lockTicket(
  { db }: OperatorCx,
  id: number,
): Promise<
  HeldTicket & {
    user_id: number | null;
    requester: string | null;
    subject: string;
    assigned_to: string | null;
    complaint: boolean;
  }
> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'account_id', 'user_id', 'requester', 'status', 'waiting_since', 'subject', 'assigned_to', 'complaint'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) throw new Failure('not_found', { message: `Ticket ${id} does not exist.` });
  return ticket;
}

/** As audit lines name it: in the log of its account. */
export const auditedTicket = ({ id, account_id }: Pick<HeldTicket, 'id' | 'account_id'>) => ({
  kind: 'ticket',
  id,
  accountId: account_id,
});
