/** Cards that a gateway stores for us. */
import type { Cents } from '@innkeeper/model/money/money';
import { gatewayLimits, takesAmount } from '@innkeeper/model/payments/offer';
import type { CardDetails } from '@innkeeper/model/payments/outcome';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, SavedCard } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

/** Finds the newest card of an account that can be charged, for this amount in cents if one is given: neither ended nor expired. */
export async function findChargeableCard(
  db: Kysely<Database>,
  accountId: number,
  now: Date,
  amount?: Cents,
): Promise<SavedCard | undefined> {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const cards = await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return cards.find(
    ({ expiry_year, expiry_month, gateway }) =>
      expiry_year * 12 + expiry_month >= month && (amount === undefined || takesAmount(gatewayLimits(gateway), amount)),
  );
}

/** Returns the end of the last month of the stored card that is valid longest, or `null` without a card. It may have passed. */
export async function findCardsValidUntil(db: Kysely<Database>, accountId: number): Promise<Date | null> {
  const cards = await db
    .selectFrom('saved_cards')
    .select(['expiry_year', 'expiry_month'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  // Months count from 0 here, so this is the first day of the next month.
  const ends = cards.map(({ expiry_year, expiry_month }) => Date.UTC(expiry_year, expiry_month));
  return ends.length === 0 ? null : new Date(Math.max(...ends));
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

export interface CardToSave {
  gateway: SavedCard['gateway'];
  accountId: number;
  card: CardDetails;
  /** True if the payer agreed that the card is stored. */
  isAgreed: boolean;
  now: Date;
}

/**
 * Saves a card that was used to pay, which replaces an equal card of the account. Without consent, or for a closed account, the gateway is
 * to detach it. A gateway gives each stored card a new id, so a known id is a repeated or late report, which changes nothing.
 *
 * The caller has locked the balance, so that two equal cards cannot both be stored.
 */
export async function saveCard(trx: Kysely<Database>, { gateway, accountId, card, isAgreed, now }: CardToSave): Promise<void> {
  const { gatewayId: gateway_id, gatewayCustomer: gateway_customer, expiryMonth, expiryYear, ...rest } = card;
  const details = { ...rest, expiry_month: expiryMonth, expiry_year: expiryYear };
  const { closed_at } = await trx
    .selectFrom('accounts')
    .select('closed_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const isKept = isAgreed && closed_at === null;
  const saved = await trx
    .insertInto('saved_cards')
    .values({
      ...{ account_id: accountId, gateway, gateway_id, gateway_customer, created_at: now, ...details },
      ...(!isKept && { ended_at: now, detach_asked_at: now }),
    })
    .onConflict((oc) => oc.columns(['gateway', 'gateway_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!saved || !isKept) return;
  await trx
    .updateTable('saved_cards')
    .set({ ended_at: now, detach_asked_at: now })
    .where('account_id', '=', accountId)
    .where('gateway', '=', gateway)
    .where('brand', '=', details.brand)
    .where('last4', '=', details.last4)
    .where('expiry_month', '=', details.expiry_month)
    .where('expiry_year', '=', details.expiry_year)
    .where('id', '<>', saved.id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns a query for the cards that are stored: chargeable, or expired. */
export const storedCards = (db: Kysely<Database>, { id }: { id: number }) =>
  db.selectFrom('saved_cards').selectAll().where('id', '=', id).where('ended_at', 'is', null);

/** Returns a page of the stored cards of an account, newest first. */
export function pageOfCards(
  db: Kysely<Database>,
  { accountId, ...query }: PageQuery & { accountId: number },
): Promise<Page<SavedCard>> {
  const cards = db.selectFrom('saved_cards').where('account_id', '=', accountId).where('ended_at', 'is', null);
  return pageOf(cards.selectAll().orderBy('id', 'desc'), query);
}

/** Locks a card and returns whether it may still be charged. A removal of the card then waits until the end of the transaction. */
export async function lockCardInUse(trx: Kysely<Database>, id: number): Promise<boolean> {
  const card = await trx.selectFrom('saved_cards').select('ended_at').where('id', '=', id).forUpdate().executeTakeFirst();
  return card?.ended_at === null;
}

/** Ends a card and asks its gateway to detach it. */
export async function removeCard(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  const ended_at = sql<Date>`coalesce(ended_at, ${now})`;
  const detach_asked_at = sql<Date>`coalesce(detach_asked_at, ${now})`;
  await trx.updateTable('saved_cards').set({ ended_at, detach_asked_at }).where('id', '=', id).execute();
}

/** Ends a card that its gateway no longer has, so that it is no longer charged. */
export async function endCard(
  trx: Kysely<Database>,
  { gateway, gatewayId }: { gateway: SavedCard['gateway']; gatewayId: string },
  now: Date,
): Promise<void> {
  const ending = trx.updateTable('saved_cards').set({ ended_at: now }).where('ended_at', 'is', null);
  await ending.where('gateway', '=', gateway).where('gateway_id', '=', gatewayId).execute();
}

/** Returns the `from` and `where` clauses that select cards that the gateway must detach. A charge that has begun needs its card until it ends. */
export const cardsToDetach = (): RawBuilder<unknown> =>
  sql`from saved_cards where detach_asked_at is not null and detached_at is null
    and not exists (select from payments p where p.saved_card_id = saved_cards.id and p.state = 'pending')`;

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
