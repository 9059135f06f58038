/** Attacks on addresses. The worker of an address's node records its attacks. */
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type Attack = Selectable<Database['attacks']>;

/** Inserts an attack. Returns `undefined` if the address already has an ongoing attack, recorded by another worker. */
export async function insertAttack(trx: Kysely<Database>, attack: Insertable<Database['attacks']>): Promise<Attack | undefined> {
  return trx
    .insertInto('attacks')
    .values(attack)
    .onConflict((oc) => oc.column('ip_address_id').where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates an ongoing attack. Returns whether the attack was still ongoing. */
export async function updateAttack(db: Kysely<Database>, id: number, fields: Updateable<Database['attacks']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attacks')
    .set(fields)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the ongoing attacks on these addresses. */
export async function ongoingAttacks(db: Kysely<Database>, addressIds: readonly number[]): Promise<Attack[]> {
  return db
    .selectFrom('attacks')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ip_address_id', '=', sql<number>`any(${[...addressIds]}::int[])`)
    .execute();
}

/** Ends ongoing attacks on addresses that have changed accounts or have no server, on all nodes. Returns how many ended. */
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

export interface AttacksQuery extends PageQuery {
  addressId: number;
  accountId: number;
  /** Selects attacks that were ongoing at any time between `from` and `to`, both inclusive. */
  from: Date;
  to: Date;
}

/** Returns a page of attacks, latest start first. */
export async function pageOfAttacks(
  db: Kysely<Database>,
  { addressId, accountId, from, to, ...page }: AttacksQuery,
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

/** Deletes at most `limit` attacks that ended before this time. Returns how many were deleted. */
export async function purgeAttacksBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select id from attacks where ended_at < ${before} order by ended_at limit ${limit})
    delete from attacks using old where attacks.id = old.id returning 1`.execute(db);
  return rows.length;
}
