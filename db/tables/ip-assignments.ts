/** Current and past holders of addresses. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { ownerEmail } from './accounts.ts';

/** Lists the holders of an address, newest first. The holder of an IPv6 prefix holds all of its addresses. */
export function holdersOf(db: Kysely<Database>, address: string) {
  return db
    .selectFrom('ip_assignments as i')
    .leftJoin('server_details as d', 'd.id', 'i.server_id')
    .select(['i.id', 'i.network', 'i.held_from as from', 'i.held_until as until', 'i.account_id as account'])
    .select(['i.server_id as server', 'd.hostname', 'i.floating_ip_id as floating_ip', ownerEmail('i.account_id').as('email')])
    .where(sql<boolean>`i.network >>= ${address}::inet`)
    .orderBy('i.held_from', 'desc')
    .orderBy('i.id', 'desc');
}

/** Returns the condition for holders of the address at a time. */
export const heldAt = (at: Date) => sql<boolean>`i.held_from <= ${at} and (i.held_until is null or i.held_until > ${at})`;
