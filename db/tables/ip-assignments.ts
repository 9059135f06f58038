/** Who has an address, and who had it. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { ownerEmail } from './accounts.ts';

/** Lists holders of an address, newest first: of a prefix of IPv6, who has all of it. */
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

/** Selects among holders who had it at a time. */
export const heldAt = (at: Date) => sql<boolean>`i.held_from <= ${at} and (i.held_until is null or i.held_until > ${at})`;
