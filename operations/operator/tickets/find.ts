import { isReadOnly } from '@innkeeper/db/transaction';
import type { LockedTicket } from '@innkeeper/domain/tickets/write';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Returns the row. It is locked until the transaction ends, unless only reads are allowed. Throws `not_found`. */
export async function lockTicket(
  { db }: OperatorCx,
  id: number,
): Promise<
  LockedTicket & {
    user_id: number | null;
    requester: string | null;
    subject: string;
    assigned_to: string | null;
    complaint: boolean;
  }
> {
  const mayLock = !(await isReadOnly(db));
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'account_id', 'user_id', 'requester', 'status', 'waiting_since', 'subject', 'assigned_to', 'complaint'])
    .where('id', '=', id)
    .$if(mayLock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!ticket) throw new Failure('not_found', { message: `Ticket ${id} does not exist.` });
  return ticket;
}

/** Returns the resource for audit lines in the log of the ticket's account. */
export const auditedTicket = ({ id, account_id }: Pick<LockedTicket, 'id' | 'account_id'>) => ({
  kind: 'ticket',
  id,
  accountId: account_id,
});
