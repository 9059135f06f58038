/** Mail received for support. A row is kept for as long as the same mail may arrive again. */
import type { KnownTicket } from '@innkeeper/model/mail-in/destination';
import type { HoldReason } from '@innkeeper/model/mail-in/mail';
import type { Role } from '@innkeeper/model/people/roles';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';

export type ReceivedMail = Selectable<Database['received_mails']>;

/** Inserts a mail and returns its id, or `undefined` if the same raw mail already exists. */
export async function insertReceivedMail(
  db: Kysely<Database>,
  mail: Insertable<Database['received_mails']>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('received_mails')
    .values(mail)
    .onConflict((oc) => oc.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Lists at most `max` unhandled mails, oldest first. */
export function waitingMails(db: Kysely<Database>, except: readonly number[], max: number): Promise<ReceivedMail[]> {
  return db
    .selectFrom('received_mails')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Locks an unhandled mail for this transaction. Returns `undefined` if the mail is handled or another process handles it now. */
export function claimReceivedMail(trx: Kysely<Database>, id: number): Promise<ReceivedMail | undefined> {
  return trx
    .selectFrom('received_mails')
    .selectAll()
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Locks a mail for this transaction. Returns `undefined` if there is none. */
export function lockReceivedMail(trx: Kysely<Database>, id: number): Promise<ReceivedMail | undefined> {
  return trx.selectFrom('received_mails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the oldest mails that are held for a reason, at most `max`, and counts the others. */
export async function lockHeldMails(
  trx: Kysely<Database>,
  why: HoldReason,
  max: number,
): Promise<{ mails: ReceivedMail[]; remaining: number }> {
  const held = trx.selectFrom('received_mails').where('outcome', '=', 'held').where('why', '=', why);
  const mails = await held.selectAll().orderBy('id').limit(max).forUpdate().execute();
  const { count } = await held.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { mails, remaining: count - mails.length };
}

/** Makes a mail wait to be handled again, as an operator wants. */
export async function requeueMail(trx: Kysely<Database>, id: number): Promise<void> {
  const waiting = { handled_at: null, outcome: null, why: null, forced: true, begun_by: null, lost_attempts: 0 };
  await trx.updateTable('received_mails').set(waiting).where('id', '=', id).execute();
}

/** Records that a process begins to handle a mail. Returns how many processes began earlier and died before they finished. */
export async function beginHandling(db: Kysely<Database>, id: number, processId: string): Promise<number> {
  const row = await db
    .updateTable('received_mails')
    .set({
      begun_by: processId,
      lost_attempts: sql<number>`lost_attempts + case when begun_by <> ${processId} then 1 else 0 end`,
    })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning('lost_attempts')
    .executeTakeFirst();
  return row?.lost_attempts ?? 0;
}

/** Clears the record of `beginHandling`. */
export async function endHandling(db: Kysely<Database>, id: number, processId: string): Promise<void> {
  const query = db.updateTable('received_mails').set({ begun_by: null }).where('id', '=', id);
  await query.where('begun_by', '=', processId).execute();
}

/** Stores the result of the sender check and returns the row. */
export function markSenderChecked(
  db: Kysely<Database>,
  id: number,
  { checkedAt, verifiedFrom }: { checkedAt: Date; verifiedFrom: string | null },
): Promise<ReceivedMail> {
  return db
    .updateTable('received_mails')
    .set({ sender_checked_at: checkedAt, verified_from: verifiedFrom, unanswered_domain: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes a mail wait for the DNS of its sender's domain. Returns false if `max.ofDomain` other mails already wait for this domain, or
 * `max.ofAll` in total.
 */
export async function waitForDns(
  db: Kysely<Database>,
  id: number,
  { domain, max }: { domain: string; max: { ofDomain: number; ofAll: number } },
): Promise<boolean> {
  const { of_domain, of_all } = await db
    .selectFrom('received_mails')
    .select(sql<number>`(count(*) filter (where unanswered_domain = ${domain}))::int`.as('of_domain'))
    .select(sql<number>`count(*)::int`.as('of_all'))
    .where('handled_at', 'is', null)
    .where('unanswered_domain', 'is not', null)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  if (of_domain >= max.ofDomain || of_all >= max.ofAll) return false;
  await db.updateTable('received_mails').set({ unanswered_domain: domain }).where('id', '=', id).execute();
  return true;
}

export async function markHandled(
  trx: Kysely<Database>,
  id: number,
  fields: Updateable<Database['received_mails']> & { handled_at: Date; outcome: NonNullable<ReceivedMail['outcome']> },
): Promise<void> {
  await trx.updateTable('received_mails').set(fields).where('id', '=', id).execute();
}

const A_TICKET = ['reply', 'opened'] as const;

/** Returns whether a mail with the same Message-ID and sender has already become a message. */
export async function isDuplicateMail(db: Kysely<Database>, id: number, messageId: string, from: string): Promise<boolean> {
  const row = await db
    .selectFrom('received_mails')
    .select('id')
    .where('message_id', '=', messageId)
    .where('from_address', '=', from)
    .where('outcome', 'in', [...A_TICKET, 'complaint'])
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the handled mails of a sender that arrived after `since`, up to `max`. */
export async function countMailsOfSender(db: Kysely<Database>, from: string, since: Date, max: number): Promise<number> {
  const rows = await db
    .selectFrom('received_mails')
    .select('id')
    .where('from_address', '=', from)
    .where('received_at', '>', since)
    .where('handled_at', 'is not', null)
    .limit(max)
    .execute();
  return rows.length;
}

/** Counts the mails of unverified senders after `since` that could not be read, up to `max`. */
export async function countUnreadableMails(db: Kysely<Database>, since: Date, max: number): Promise<number> {
  const rows = await db
    .selectFrom('received_mails')
    .select('id')
    .where('outcome', 'in', ['held', 'ignored'])
    .where('why', 'in', UNREADABLE_REASONS)
    .where('verified_from', 'is', null)
    .where('received_at', '>', since)
    .limit(max)
    .execute();
  return rows.length;
}

/** Returns whether a mail is held because it could not be read. */
export async function isUnreadableMailHeld(db: Kysely<Database>): Promise<boolean> {
  const held = db.selectFrom('received_mails').select('id').where('outcome', '=', 'held').where('why', 'in', UNREADABLE_REASONS);
  return (await held.limit(1).executeTakeFirst()) !== undefined;
}

const UNREADABLE_REASONS = ['unreadable', 'killed'] satisfies HoldReason[];

/** Counts the ignored mails after `since` that name a member as sender, up to `max`. */
export async function countUnverifiedMails(db: Kysely<Database>, since: Date, max: number): Promise<number> {
  const rows = await db
    .selectFrom('received_mails')
    .select('id')
    .where('outcome', '=', 'ignored')
    .where('why', '=', 'unverified')
    .where('received_at', '>', since)
    .limit(max)
    .execute();
  return rows.length;
}

/** Counts the mails since this time that notify a sender of a refused mail. */
export async function countRefusalMails(db: Kysely<Database>, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('template', '=', 'mail-refused')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

type FoundTicket = KnownTicket | null;

/** Finds the ticket of one of these tokens, which mail addresses contain. `recentMessageCount` is the number of its mails after `since`. */
export async function ticketOfTokens(db: Kysely<Database>, tokens: readonly string[], since: Date): Promise<FoundTicket> {
  if (tokens.length === 0) return null;
  const row = await db
    .selectFrom('tickets')
    // A merged ticket continues in the ticket `merged_into`.
    .select((eb) => [eb.fn.coalesce('merged_into', 'id').as('id'), 'account_id'])
    .where('mail_token', 'in', tokens)
    .where('complaint', '=', false)
    // No one reads the tickets of a closed account.
    .where(sql<boolean>`not exists (select from accounts a where a.id = tickets.account_id and a.closed_at is not null)`)
    .limit(1)
    .executeTakeFirst();
  return row ? found(db, row, since) : null;
}

/**
 * Finds the ticket to which a mail replies. `keys` are the keys of mails that it refers to. The first key of a mail about a ticket decides.
 */
export async function ticketOfMails(db: Kysely<Database>, keys: readonly string[], since: Date): Promise<FoundTicket> {
  if (keys.length === 0) return null;
  const row = await db
    .selectFrom('mails as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .select(['t.id', 't.account_id'])
    .where('m.key', 'in', keys)
    .orderBy(sql`array_position(${[...keys]}::uuid[], m.key)`)
    .limit(1)
    .executeTakeFirst();
  return row ? found(db, row, since) : null;
}

/**
 * Finds a ticket by id. `isParticipant` is true if `from` is the ticket's requester, a member of its account, or the sender of one of its
 * messages.
 */
export async function ticketNamed(
  db: Kysely<Database>,
  id: number | null,
  from: string,
  since: Date,
): Promise<(KnownTicket & { isParticipant: boolean }) | null> {
  if (id === null) return null;
  const { rows } = await sql<{ id: number; account_id: number | null; its_people: boolean }>`
    select t.id, t.account_id, (
      t.requester = ${from}
      or exists (select from memberships m join users u on u.id = m.user_id
        where m.account_id = t.account_id and lower(u.email) = ${from} and u.suspended_at is null)
      or exists (select from ticket_messages s where s.ticket_id = t.id and s.mail_from = ${from})) is true as its_people
    from tickets t where t.id = (select coalesce(merged_into, id) from tickets where id = ${id}) and not t.complaint`.execute(db);
  const row = rows[0];
  return row ? { ...(await found(db, row, since)), isParticipant: row.its_people } : null;
}

async function found(
  db: Kysely<Database>,
  { id, account_id }: { id: number; account_id: number | null },
  since: Date,
): Promise<KnownTicket> {
  const { count } = await db
    .selectFrom('received_mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', id)
    .where('received_at', '>', since)
    .where('outcome', 'in', A_TICKET)
    .executeTakeFirstOrThrow();
  return { id, accountId: account_id, recentMessageCount: count };
}

/** Lists the memberships of the user with this lowercase address, unless suspended. */
export async function membershipsOf(
  db: Kysely<Database>,
  email: string,
): Promise<{ userId: number; accountId: number; role: Role }[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['u.id', 'm.account_id', 'm.role'])
    .where(sql`lower(u.email)`, '=', email)
    .where('u.suspended_at', 'is', null)
    .orderBy('m.account_id')
    .execute();
  return rows.map(({ id, account_id, role }) => ({ userId: id, accountId: account_id, role }));
}

/** Returns the Message-ID of the latest mail that became a message of the ticket. */
export async function latestMessageId(db: Kysely<Database>, ticketId: number): Promise<string | null> {
  const row = await db
    .selectFrom('received_mails')
    .select('message_id')
    .where('ticket_id', '=', ticketId)
    .where('outcome', 'in', A_TICKET)
    .where('message_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.message_id ?? null;
}

/**
 * Lists at most 1000 handled mails whose files can be deleted. Such mails were received before `before`, or are the oldest beyond a total
 * of `maxBytes`.
 */
export async function outdatedFiles(
  db: Kysely<Database>,
  before: Date,
  maxBytes: number,
): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from (
      select id, key, received_at, handled_at, sum(bytes::bigint) over (order by received_at desc, id desc) as total
      from received_mails where key is not null) f
    where handled_at is not null and (received_at < ${before} or total > ${maxBytes})
    order by id limit 1000`.execute(db);
  return rows;
}

/** Records that the files of these mails were deleted. */
export async function markFilesRemoved(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await db.updateTable('received_mails').set({ key: null }).where('id', 'in', ids).execute();
}

/** Returns the given keys that have a row. */
export async function claimedMailKeys(db: Kysely<Database>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('received_mails')
    .select('key')
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Deletes handled mails without a file that were received before this time. Returns how many were deleted. */
export async function purgeReceivedMails(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('received_mails')
    .where('received_at', '<', before)
    .where('key', 'is', null)
    .where('handled_at', 'is not', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counts the unhandled mails. */
export async function countWaitingMails(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('received_mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
