import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Lists the ticket queue: first by due time of promised responses, then by waiting time, then by latest update. */
export async function listAllTickets(
  cx: OperatorCx,
  input: OperatorInput<'listAllTickets'>,
): Promise<OperatorResult<'listAllTickets'>> {
  const { account, department, assigned, unassigned, waiting, all } = input;
  let query = cx.db
    .selectFrom('tickets as t')
    .innerJoin('support_departments as d', 'd.id', 't.department_id')
    .leftJoin('server_details as s', 's.id', 't.service_id')
    .leftJoin('response_targets as r', (join) =>
      join
        .onRef('r.ticket_id', '=', 't.id')
        .onRef('r.waiting_since', '=', 't.waiting_since')
        .on('r.outcome', 'is distinct from', 'void'),
    )
    .select([
      't.id',
      't.account_id as account',
      't.complaint',
      't.subject',
      't.status',
      'd.key as department',
      's.hostname as server',
    ])
    .select(['t.assigned_to', 't.waiting_since', 'r.due_at as response_due_at', 't.updated_at'])
    .select(sql<number>`(select count(*)::int from ticket_messages m where m.ticket_id = t.id)`.as('messages'))
    .orderBy('r.due_at', (by) => by.asc().nullsLast())
    .orderBy('t.waiting_since', (by) => by.asc().nullsLast())
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc');
  if (account !== undefined) query = query.where('t.account_id', '=', await accountIdOf(cx.db, account));
  if (department !== undefined) query = query.where('d.key', '=', department);
  if (assigned !== undefined) query = query.where('t.assigned_to', '=', assigned);
  if (unassigned) query = query.where('t.assigned_to', 'is', null);
  if (waiting) query = query.where('t.waiting_since', 'is not', null);
  if (!all) query = query.where('t.status', '<>', 'resolved');
  return listPage(query, input, (ticket) => ticket);
}
