/** Cards that a gateway stores for us. */
import type { CardDetails } from '@innkeeper/model/payments/outcome';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, SavedCard } from '../schema.ts';

/** Finds the newest card of an account that can be charged: neither ended nor expired. */
export async function findChargeableCard(db: Kysely<Database>, accountId: number, now: Date): Promise<SavedCard | undefined> {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const cards = await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return cards.find((card) => card.expiry_year * 12 + card.expiry_month >= month);
}

/** Returns the given accounts that have a saved card that has not ended. The card may have expired. */
export async function accountsWithCard(db: Kysely<Database>, accountIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('saved_cards')
    .select('account_id')
    .where('account_id', '=', sql<number>`any(${[...accountIds]}::int[])`)
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Saves a card that was used to pay. A card that is already stored becomes chargeable again, whatever had ended it. */
export async function saveCard(
  trx: Kysely<Database>,
  { gateway, accountId, card, now }: { gateway: SavedCard['gateway']; accountId: number; card: CardDetails; now: Date },
): Promise<void> {
  const { gatewayId: gateway_id, gatewayCustomer: gateway_customer, expiryMonth, expiryYear, ...rest } = card;
  const fields = { gateway_customer, ...rest, expiry_month: expiryMonth, expiry_year: expiryYear, ended_at: null };
  await trx
    .insertInto('saved_cards')
    .values({ account_id: accountId, gateway, gateway_id, created_at: now, ...fields })
    .onConflict((oc) => oc.columns(['gateway', 'gateway_id']).doUpdateSet(fields))
    .execute();
}

/** Ends a card, so that it is no longer charged. */
export async function endCard(
  trx: Kysely<Database>,
  by: { id: number } | { gateway: SavedCard['gateway']; gatewayId: string },
  now: Date,
) {
  const ending = trx.updateTable('saved_cards').set({ ended_at: now }).where('ended_at', 'is', null);
  await ('id' in by
    ? ending.where('id', '=', by.id)
    : ending.where('gateway', '=', by.gateway).where('gateway_id', '=', by.gatewayId)
  ).execute();
}

/** Returns the `from` and `where` clauses that select cards that the gateway must detach. */
export const cardsToDetach = (): RawBuilder<unknown> =>
  sql`from saved_cards where detach_asked_at is not null and detached_at is null`;

/** Lists at most `limit` cards that the gateway must detach. */
export async function findCardsToDetach(
  db: Kysely<Database>,
  { except, limit }: { except: readonly number[]; limit: number },
): Promise<Pick<SavedCard, 'id' | 'gateway' | 'gateway_id'>[]> {
  const { rows } = await sql<Pick<SavedCard, 'id' | 'gateway' | 'gateway_id'>>`
    select id, gateway, gateway_id ${cardsToDetach()} and id <> all(${[...except]}::int[]) order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function markDetached(db: Kysely<Database>, id: number, now: Date): Promise<void> {
  await db.updateTable('saved_cards').set({ detached_at: now }).where('id', '=', id).execute();
}
