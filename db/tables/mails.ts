/** The outbox of mail to customers. */
import type { Role } from '@innkeeper/model/people/roles';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type Mail = Selectable<Database['mails']>;

/** Inserts mails and skips those whose `once` key already exists. Returns the account id of each inserted mail. */
export async function insertMails(
  trx: Kysely<Database>,
  mails: readonly Insertable<Database['mails']>[],
): Promise<(number | null)[]> {
  if (mails.length === 0) return [];
  const rows = await trx
    .insertInto('mails')
    .values([...mails])
    .onConflict((oc) => oc.column('once').doNothing())
    .returning('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export interface MailReader {
  account_id: number;
  user_id: number;
  role: Role;
  email: string;
  language: string;
  /** Mails that the user has switched off. */
  muted_mails: string[];
}

/** Lists the recipients of the accounts' mail: all members that are not suspended. */
export async function readersOf(db: Kysely<Database>, accountIds: readonly number[]): Promise<MailReader[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.account_id', 'users.id as user_id', 'role', 'email', 'language', 'muted_mails'])
    .where('memberships.account_id', '=', sql<number>`any(${[...accountIds]}::int[])`)
    .where('users.suspended_at', 'is', null)
    .orderBy('users.id')
    .execute();
}

/**
 * Returns the account's technical email address with its owner's language. Returns `undefined` if none is set, or if the address is that of
 * a member with one of these roles.
 */
export async function technicalAddressOf(
  db: Kysely<Database>,
  accountId: number,
  roles: readonly Role[],
): Promise<{ email: string; language: string } | undefined> {
  const { rows } = await sql<{ email: string; language: string }>`
    select a.tech_email as email, u.language from accounts a
      join memberships m on m.account_id = a.id and m.role = 'owner' join users u on u.id = m.user_id
    where a.id = ${accountId} and a.tech_email is not null and not exists (
      select from memberships o join users r on r.id = o.user_id where o.account_id = a.id and o.role = any(${[...roles]}::text[])
        and r.suspended_at is null and lower(r.email) = lower(a.tech_email))`.execute(db);
  return rows[0];
}

/** Counts the mails of some templates to an account since this time, up to `max`. */
export async function countMails(
  db: Kysely<Database>,
  { accountId, templates, since, max }: { accountId: number; templates: readonly string[]; since: Date; max: number },
): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', accountId)
    .where('template', 'in', templates)
    .where('created_at', '>', since)
    .limit(max)
    .execute();
  return rows.length;
}

/**
 * Claims one due mail and counts the attempt. After attempt `n` the next one is due `pauses[n - 1]` milliseconds later, or after the last
 * pause. A mail whose worker dies is therefore retried. Skips recipients in the domains of `except`, which are lowercase.
 */
export async function claimMail(
  db: Kysely<Database>,
  now: Date,
  pauses: readonly number[],
  except: readonly string[] = [],
): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`
    update mails set tries = tries + 1,
      next_try_at = ${now}::timestamptz + make_interval(secs => (${[...pauses]}::float8[])[least(tries + 1, ${pauses.length}::int)] / 1000)
    where id = (
      select id from mails where sent_at is null and failed_at is null and next_try_at <= ${now}
        and lower(substring(address from '[^@]*$')) <> all(${[...except]}::text[])
      order by next_try_at, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Marks a mail as sent and deletes its link or code. These give access and must exist only in the mail itself. */
export async function markSent(db: Kysely<Database>, id: number, now: Date): Promise<void> {
  const data = sql<string>`data - 'link' - 'code'`;
  await db.updateTable('mails').set({ sent_at: now, error: null, data }).where('id', '=', id).execute();
}

/** Records a failed attempt. `now` is the time of the final failure, or `null` if the mail will be retried. */
export async function markFailed(db: Kysely<Database>, id: number, error: string, now: Date | null): Promise<void> {
  await db.updateTable('mails').set({ error, failed_at: now }).where('id', '=', id).execute();
}

/**
 * Makes a failed mail due immediately and resets its attempts. Returns whether there was such a mail. An invitation without its link is not
 * sent again.
 */
export async function retryMail(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mails')
    .set({ failed_at: null, tries: 0, next_try_at: now })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where(sql<boolean>`(template <> 'invitation' or data ? 'link')`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes mails that were sent or given up before this time, with their content. Returns how many were deleted. */
export async function purgeMails(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('sent_at', '<', before), eb('failed_at', '<', before)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Marks a mail that bounced as failed and returns it. Returns `undefined` if the key is unknown or the mail has already failed. */
export async function markReturned(
  trx: Kysely<Database>,
  key: string,
  now: Date,
): Promise<{ id: number; address: string; template: string } | undefined> {
  return trx
    .updateTable('mails')
    .set({ sent_at: null, failed_at: now, error: 'It came back: its receiver can not be reached.' })
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .returning(['id', 'address', 'template'])
    .executeTakeFirst();
}

/** Returns the keys of the latest ten mails of a ticket to this address before this mail, oldest first. */
export async function keysBefore(
  db: Kysely<Database>,
  { id, ticket_id, address }: { id: number; ticket_id: number; address: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('key')
    .where('ticket_id', '=', ticket_id)
    .where('address', '=', address)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ key }) => key).reverse();
}
