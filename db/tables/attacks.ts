/** Attacks on addresses. The worker of the address's node alone writes them. */
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type Attack = Selectable<Database['attacks']>;

/** Undefined when one goes on already: another worker wrote it. */
export async function insertAttack(trx: Kysely<Database>, attack: Insertable<Database['attacks']>): Promise<Attack | undefined> {
  return trx
    .insertInto('attacks')
    .values(attack)
    .onConflict((oc) => oc.column('ip_address_id').where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Of one that goes on; returns whether it does. */
export async function updateAttack(db: Kysely<Database>, id: number, fields: Updateable<Database['attacks']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attacks')
    .set(fields)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that go on, of these addresses. */
export async function ongoingAttacks(db: Kysely<Database>, addressIds: readonly number[]): Promise<Attack[]> {
  return db
    .selectFrom('attacks')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ip_address_id', '=', sql<number>`any(${[...addressIds]}::int[])`)
    .execute();
}

/** Attacks on addresses that changed hands, or have no server on any node, end for who had them. Returns how many. */
export async function endAttacksOfOthers(db: Kysely<Database>, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('attacks as t')
    .from('ip_addresses as a')
    .whereRef('a.id', '=', 't.ip_address_id')
    .where('t.ended_at', 'is', null)
    .where((eb) => eb.or([eb('a.account_id', 'is distinct from', eb.ref('t.account_id')), eb('a.server_id', 'is', null)]))
    .set({ ended_at: now })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface AttacksWanted extends PageWanted {
  addressId: number;
  accountId: number;
  /** Those that went on at some time from `from` until `to`. */
  from: Date;
  to: Date;
}

/** The newest first. */
export async function pageOfAttacks(
  db: Kysely<Database>,
  { addressId, accountId, from, to, ...page }: AttacksWanted,
): Promise<Page<Attack>> {
  const attacks = db
    .selectFrom('attacks')
    .selectAll()
    .where('ip_address_id', '=', addressId)
    .where('account_id', '=', accountId)
    .where('started_at', '<=', to)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc');
  return pageOf(attacks, page);
}

export async function loadAttack(db: Kysely<Database>, id: number): Promise<Attack> {
  return db.selectFrom('attacks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Deletes up to `limit` that ended before; returns how many. */
export async function purgeAttacksBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select id from attacks where ended_at < ${before} order by ended_at limit ${limit})
    delete from attacks using old where attacks.id = old.id returning 1`.execute(db);
  return rows.length;
}
