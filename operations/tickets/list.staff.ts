import { loadTicket, markSeen } from '@innkeeper/db/tables/tickets';
import { isReadOnly } from '@innkeeper/db/transaction';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { LockedTicket } from '@innkeeper/domain/tickets/write';
import { Failure } from '@innkeeper/model/failures';
import { textOfHtml } from '@innkeeper/model/messages/html';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from '../define.staff.ts';

/** Lists the ticket queue: first by due time of promised responses, then by waiting time, then by latest update. */
export async function listAllTickets(cx: StaffCx, input: StaffInput<'listAllTickets'>): Promise<StaffReply<'listAllTickets'>> {
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

/** Number of related rows shown, newest first. */
const LATEST = 5;

type Details = StaffReply<'showTicket'>;

/** Returns a ticket with its messages, marks them as read by support, and adds the state of the ticket's server. Throws `not_found`. */
export async function showTicket(cx: StaffCx, { ticket: id }: StaffInput<'showTicket'>): Promise<Details> {
  await lockTicket(cx, id);
  const ticket = await loadTicket(cx.db, id);
  const emails = await emailsOf(cx, id);
  const latest = ticket.messages.findLast(({ author }) => author === 'customer');
  if (latest) await markSeen(cx.db, id, 'staff_seen', latest.id);
  const answer = ticket.messages.findLast(({ author, internal }) => author === 'staff' && !internal);
  return {
    id,
    account: ticket.account_id,
    complaint: ticket.complaint,
    subject: ticket.subject,
    status: ticket.status,
    department: ticket.department,
    server: ticket.service_label,
    assigned_to: ticket.assigned_to,
    waiting_since: ticket.waiting_since,
    response_due_at: ticket.response_due_at,
    updated_at: ticket.updated_at,
    created_at: ticket.created_at,
    email: (ticket.user_id === null ? undefined : emails.get(ticket.user_id)) ?? ticket.requester,
    seen: ticket.customer_seen >= (answer?.id ?? 0),
    messages: ticket.messages.map((message) => ({
      id: message.id,
      at: message.created_at,
      internal: message.internal,
      customer: message.author === 'customer',
      by: message.staff_name ?? emails.get(message.user_id ?? 0) ?? message.mail_from ?? 'customer',
      by_mail: message.mail_from === null ? null : message.user_id === null ? 'unverified' : 'verified',
      text: textOfHtml(message.content),
      attachments: message.attachments.map(({ id, name, mime_type, bytes }) => ({
        id,
        name,
        type: mime_type,
        bytes: Number(bytes),
      })),
    })),
    about: await aboutOf(cx, ticket),
  };
}

/** Returns the email addresses of the ticket's authors and opener, by user id. */
async function emailsOf({ db }: StaffCx, id: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(({ or, exists, selectFrom, ref }) =>
      or([
        exists(selectFrom('ticket_messages as m').whereRef('m.user_id', '=', ref('users.id')).where('m.ticket_id', '=', id)),
        exists(selectFrom('tickets as t').whereRef('t.user_id', '=', ref('users.id')).where('t.id', '=', id)),
      ]),
    )
    .execute();
  return new Map(rows.map((user) => [user.id, user.email]));
}

async function aboutOf(
  { db }: StaffCx,
  { service_id: server, account_id }: { service_id: number | null; account_id: number | null },
): Promise<Details['about']> {
  const unpaid = await db
    .selectFrom('orders')
    .select('id')
    .where('account_id', account_id === null ? 'is' : '=', account_id)
    .where('status', '=', 'awaiting_payment')
    .orderBy('id')
    .limit(LATEST)
    .execute();
  const unpaid_orders = unpaid.map(({ id }) => id);
  if (server === null) return { server: null, workflows: [], alerts: [], attacks: 0, unpaid_orders };
  const found = await db
    .selectFrom('servers as s')
    .leftJoin('locks as l', (join) => join.onRef('l.resource_id', '=', 's.id').on('l.kind', '=', 'server'))
    .select(['s.id', 's.status', 's.power', 'l.reason as lock'])
    .where('s.id', '=', server)
    .executeTakeFirst();
  const workflows = await db
    .selectFrom('workflows')
    .select(['id', 'kind', 'state', 'created_at as at', 'error'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', server)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
  const alerts = await db
    .selectFrom('operator_alerts')
    .select(['id', 'at', 'message'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', server)
    .where('resolved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
  const { attacks } = await db
    .selectFrom('attacks as k')
    .innerJoin('ip_addresses as a', 'a.id', 'k.ip_address_id')
    .select(sql<number>`count(*)::int`.as('attacks'))
    .where('a.server_id', '=', server)
    .executeTakeFirstOrThrow();
  return { server: found ?? null, workflows, alerts, attacks, unpaid_orders };
}

/** Returns the row. It is locked until the transaction ends, unless only reads are allowed. Throws `not_found`. */
export async function lockTicket(
  { db }: StaffCx,
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
