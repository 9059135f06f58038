import { days } from '@innkeeper/model/time/clock';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type AccountExport = Selectable<Database['account_exports']>;

/**
 * Lists pending exports and exports of the last 24 hours, oldest first. Locks the account until the transaction ends, so that concurrent
 * requests are counted one after another.
 */
export async function lockExportsOfDay(trx: Transaction<Database>, accountId: number, now: Date): Promise<AccountExport[]> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  return trx
    .selectFrom('account_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('created_at', '>', new Date(now.getTime() - days(1))), eb('status', '=', 'pending')]))
    .orderBy('id')
    .execute();
}

/** Inserts a pending export that is due immediately. */
export function insertExport(
  trx: Kysely<Database>,
  { accountId, userId, now }: { accountId: number; userId: number; now: Date },
): Promise<AccountExport> {
  return trx
    .insertInto('account_exports')
    .values({ account_id: accountId, user_id: userId, created_at: now, next_look_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findExport(db: Kysely<Database>, id: number): Promise<AccountExport | undefined> {
  return db.selectFrom('account_exports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a page of exports, newest first. */
export function pageOfExports(db: Kysely<Database>, accountId: number, query: PageQuery): Promise<Page<AccountExport>> {
  return pageOf(db.selectFrom('account_exports').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc'), query);
}

/** Returns the `from` and `where` clauses that select due exports. */
export const exportsDue = (now: Date) => sql`from account_exports where status = 'pending' and next_look_at <= ${now}`;

/** Lists at most 10 pending exports that are due, oldest first. */
export function dueExports(db: Kysely<Database>, now: Date, except: readonly number[]): Promise<AccountExport[]> {
  return db
    .selectFrom('account_exports')
    .selectAll()
    .where('status', '=', 'pending')
    .where('next_look_at', '<=', now)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(10)
    .execute();
}

/** Schedules the next attempt to write the export at `until`. */
export async function postponeExport(db: Kysely<Database>, id: number, until: Date): Promise<void> {
  await db.updateTable('account_exports').set({ next_look_at: until }).where('id', '=', id).execute();
}

export interface WrittenExport {
  id: number;
  file: { key: string; bytes: number; sha256: string };
  now: Date;
  until: Date;
}

/**
 * Marks an export as ready and expires the account's earlier files, so that each account has one file. Returns whether the export was still
 * pending.
 */
export async function completeExport(trx: Transaction<Database>, { id, file, now, until }: WrittenExport): Promise<boolean> {
  const done = await trx
    .updateTable('account_exports')
    .set({ status: 'ready', ready_at: now, expires_at: until, ...file, bytes: BigInt(file.bytes) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('account_id')
    .executeTakeFirst();
  if (!done) return false;
  await trx
    .updateTable('account_exports')
    .set({ status: 'expired', key: null })
    .where('account_id', '=', done.account_id)
    .where('status', '=', 'ready')
    .where('id', '<', id)
    .execute();
  return true;
}

/** Expires exports whose retention has ended and detaches their files. Returns how many expired. */
export async function expireExports(db: Kysely<Database>, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('account_exports')
    .set({ status: 'expired', key: null })
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes expired exports that were created before this time. */
export async function purgeExports(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('account_exports').where('status', '=', 'expired').where('created_at', '<', before).execute();
}

/** Returns the given file keys to which a row refers. */
export async function claimedExportKeys(db: Kysely<Database>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_exports')
    .select('key')
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Advisory lock id of the export writer. No other code uses this id. */
const WRITER_LOCK = 0x1e_e4_90;

/**
 * Runs `act` under an advisory lock of the session, so that only one process writes exports. PostgreSQL releases the lock immediately when
 * the process dies. Returns `undefined` if another process holds the lock.
 */
export function withWriterLock<T>(db: Kysely<Database>, act: () => Promise<T>): Promise<T | undefined> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${WRITER_LOCK}) as taken`.execute(session);
    if (!rows[0]?.taken) return undefined;
    try {
      return await act();
    } finally {
      await sql`select pg_advisory_unlock(${WRITER_LOCK})`.execute(session);
    }
  });
}

export interface ExportedInvoice {
  id: number;
  type: Database['invoices']['type'];
  number: number;
  /** `true` if the PDF of the invoice exists. */
  rendered: boolean;
}

/** Lists invoices with an id above `after`, in order of id. Set `missing` to list only invoices without a PDF. */
export async function invoicesToExport(
  db: Kysely<Database>,
  { accountId, after, limit, missing = false }: { accountId: number; after: number; limit: number; missing?: boolean },
): Promise<ExportedInvoice[]> {
  const { rows } = await sql<ExportedInvoice>`
    select i.id, i.type, i.number, d.invoice_id is not null as rendered
    from invoices i left join invoice_documents d on d.invoice_id = i.id and d.format = 'pdf'
    where i.account_id = ${accountId} and i.id > ${after} ${missing ? sql`and d.invoice_id is null` : sql``}
    order by i.id limit ${limit}`.execute(db);
  return rows;
}

export interface ExportedAttachment {
  id: number;
  ticket_id: number;
  name: string;
  key: string;
}

/** Lists ticket files with an id above `after`, in order of id. Skips files of internal messages, which only staff can see. */
export function attachmentsToExport(
  db: Kysely<Database>,
  { accountId, after, limit }: { accountId: number; after: number; limit: number },
): Promise<ExportedAttachment[]> {
  return db
    .selectFrom('ticket_attachments as a')
    .innerJoin('ticket_messages as m', 'm.id', 'a.message_id')
    .select(['a.id', 'a.ticket_id', 'a.name', 'a.key'])
    .where('a.account_id', '=', accountId)
    .where('m.internal', '=', false)
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(limit)
    .execute();
}
