/** Tickets, their messages, and the rows of their files. */
import type { TicketStatus } from '@innkeeper/model/states/ticket';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { isReadOnly, together } from '../transaction.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

/** A ticket with its department and the label of its server. */
export interface ListedTicket extends Selectable<Database['tickets']> {
  department: string;
  /** Hostname of the server, or `null` if the ticket is about none. */
  service_label: string | null;
  /** Time by which the support plan promises a response. `null` without a promise, or if the customer is not waiting. */
  response_due_at: Date | null;
}

export type TicketAttachment = Selectable<Database['ticket_attachments']>;

export interface LoadedMessage extends Selectable<Database['ticket_messages']> {
  attachments: TicketAttachment[];
}

export interface LoadedTicket extends ListedTicket {
  /** Messages, oldest first. */
  messages: LoadedMessage[];
}

export interface TicketsQuery extends PageQuery {
  accountId: number;
  statuses?: readonly TicketStatus[] | undefined;
}

const listed = (db: Kysely<Database>) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('support_departments as d', 'd.id', 't.department_id')
    .leftJoin('server_details as s', 's.id', 't.service_id')
    .leftJoin('response_targets as r', (join) =>
      join
        .onRef('r.ticket_id', '=', 't.id')
        .onRef('r.waiting_since', '=', 't.waiting_since')
        .on('r.outcome', 'is distinct from', 'void'),
    )
    .selectAll('t')
    .select(['d.key as department', 's.hostname as service_label', 'r.due_at as response_due_at']);

/** Returns a page of tickets, newest first. */
export function pageOfTickets(db: Kysely<Database>, { accountId, statuses, ...page }: TicketsQuery): Promise<Page<ListedTicket>> {
  let query = listed(db).where('t.account_id', '=', accountId).orderBy('t.id', 'desc');
  if (statuses) query = query.where('t.status', 'in', [...statuses]);
  return pageOf(query, page);
}

/** Loads a ticket with all messages. Includes internal messages, which the caller must filter out for customers. */
export async function loadTicket(db: Kysely<Database>, id: number): Promise<LoadedTicket> {
  const [ticket, messages, attachments] = await together(
    listed(db).where('t.id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('ticket_messages').selectAll().where('ticket_id', '=', id).orderBy('id').execute(),
    db.selectFrom('ticket_attachments').selectAll().where('ticket_id', '=', id).orderBy('id').execute(),
  );
  const filesOf = (id: number) => attachments.filter(({ message_id }) => message_id === id);
  return { ...ticket, messages: messages.map((message) => ({ ...message, attachments: filesOf(message.id) })) };
}

/** Finds tickets by id, of any account or none. Unknown ids are left out. */
export async function findTickets(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<{ id: number; account_id: number | null }[]> {
  return db
    .selectFrom('tickets')
    .select(['id', 'account_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

/** Returns the ticket that this one was merged into, or `null` if it was not merged. */
export async function mergedInto(db: Kysely<Database>, id: number): Promise<number | null> {
  const row = await db.selectFrom('tickets').select('merged_into').where('id', '=', id).executeTakeFirst();
  return row?.merged_into ?? null;
}

/**
 * Moves the rows of a ticket to another. These are messages, files, mails by which replies find the ticket, support consents and running
 * response targets. Tickets that were merged into it before now refer to the other. The caller must hold the locks on both.
 */
export async function moveTicketRows(trx: Transaction<Database>, from: number, into: number): Promise<void> {
  for (const table of ['ticket_messages', 'ticket_attachments', 'mails', 'received_mails', 'support_grants'] as const)
    await sql`update ${sql.table(table)} set ticket_id = ${into} where ticket_id = ${from}`.execute(trx);
  await sql`update response_targets set ticket_id = ${into} where ticket_id = ${from} and stopped_at is null and outcome is null`.execute(
    trx,
  );
  await trx.updateTable('tickets').set({ merged_into: into }).where('merged_into', '=', from).execute();
}

export function findDepartment(db: Kysely<Database>, id: number) {
  return db.selectFrom('support_departments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the departments that accept new tickets. */
export function listDepartments(db: Kysely<Database>) {
  return db
    .selectFrom('support_departments')
    .select(['id', 'key', 'name'])
    .where('disabled_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Returns a page of an account's servers that are active or suspended, by name. */
export function pageOfTicketServices(
  db: Kysely<Database>,
  query: PageQuery & { accountId: number },
): Promise<Page<{ id: number; hostname: string }>> {
  const services = db
    .selectFrom('servers')
    .select(['id', 'hostname'])
    .where('account_id', '=', query.accountId)
    .where('status', 'in', ['active', 'suspended']);
  return pageOf(services.orderBy('hostname').orderBy('id'), query);
}

/**
 * Counts the unresolved tickets of an account. Locks the account until the transaction ends, so that no two requests count at the same
 * time.
 */
export async function countOpenTickets(trx: Transaction<Database>, accountId: number): Promise<number> {
  await lockAccountRow(trx, accountId);
  const { open } = await trx
    .selectFrom('tickets')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('account_id', '=', accountId)
    .where('status', '<>', 'resolved')
    .executeTakeFirstOrThrow();
  return open;
}

/** Counts the unresolved tickets without an account: those of one address, and all. */
export function openTicketsOfUnknown(trx: Kysely<Database>, address: string): Promise<{ ofAddress: number; ofAll: number }> {
  return trx
    .selectFrom('tickets')
    .select(sql<number>`count(*)::int`.as('ofAll'))
    .select(sql<number>`(count(*) filter (where requester = ${address}))::int`.as('ofAddress'))
    .where('account_id', 'is', null)
    .where('complaint', '=', false)
    .where('status', '<>', 'resolved')
    .executeTakeFirstOrThrow();
}

/**
 * Sums the bytes of the files that one side has sent in tickets of an account. Locks the account until the transaction ends. `null` selects
 * the tickets without an account.
 */
export async function attachmentBytes(
  trx: Transaction<Database>,
  accountId: number | null,
  author: TicketAttachment['author'],
): Promise<number> {
  if (accountId !== null) await lockAccountRow(trx, accountId);
  const { bytes } = await trx
    .selectFrom('ticket_attachments')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('author', '=', author)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

async function lockAccountRow(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

/** Returns the number of a ticket's messages and the bytes of their text. */
export function ticketLength(db: Kysely<Database>, id: number): Promise<{ messages: number; bytes: number }> {
  return db
    .selectFrom('ticket_messages')
    .select([sql<number>`count(*)::int`.as('messages'), sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as('bytes')])
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Inserts a ticket and returns its id. */
export async function insertTicket(trx: Kysely<Database>, ticket: Insertable<Database['tickets']>): Promise<number> {
  const { id } = await trx.insertInto('tickets').values(ticket).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts a message and returns its id. */
export async function insertMessage(trx: Kysely<Database>, message: Insertable<Database['ticket_messages']>): Promise<number> {
  const { id } = await trx.insertInto('ticket_messages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertAttachments(
  trx: Kysely<Database>,
  attachments: readonly Insertable<Database['ticket_attachments']>[],
): Promise<void> {
  if (attachments.length > 0)
    await trx
      .insertInto('ticket_attachments')
      .values([...attachments])
      .execute();
}

export async function updateTicket(db: Kysely<Database>, id: number, fields: Updateable<Database['tickets']>): Promise<void> {
  await db.updateTable('tickets').set(fields).where('id', '=', id).execute();
}

/** Records that one side has seen the messages of the other up to this message. Does nothing in a read-only transaction. */
export async function markSeen(
  db: Kysely<Database>,
  id: number,
  side: 'customer_seen' | 'staff_seen',
  message: number,
): Promise<void> {
  if (await isReadOnly(db)) return;
  await db
    .updateTable('tickets')
    .set({ [side]: message })
    .where('id', '=', id)
    .where(side, '<', message)
    .execute();
}

export async function findAttachment(db: Kysely<Database>, id: number): Promise<TicketAttachment | undefined> {
  return db.selectFrom('ticket_attachments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the given file keys that have a row. */
export async function claimedKeys(db: Kysely<Database>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ticket_attachments')
    .select('key')
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Set(rows.map(({ key }) => key));
}
