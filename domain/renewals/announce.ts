/**
 * Announces automatic renewals. The services of a day are renewed by one order, so its whole amount is announced, also that of services with
 * a shorter cycle.
 */
import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Service } from '@innkeeper/db/schema';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { hasFailedLast } from '@innkeeper/db/tables/payments';
import { announcementKey, servicesToRenewOf, waitingAmounts } from '@innkeeper/db/tables/renewals-ahead';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import type { WayAhead } from '@innkeeper/model/mail/ways';
import type { Cents } from '@innkeeper/model/money/money';
import { ANNOUNCED_MONTHS, type Announced, balanceAfter } from '@innkeeper/model/services/renewals';
import type { Cx, MutatingCx } from '../context.ts';
import { amountOf, bounded, pageOf } from '../mail/composer.ts';
import { queueMail } from '../mail/queue.ts';
import { taxOf } from '../tax/tax-of.ts';
import { automaticLines } from './renewal.ts';

/** Number of services that are read and priced at a time. */
const BATCH = 500;

/** Queues the mail about the automatic renewals of an account on this day. Returns whether there is something to tell. */
export async function announceRenewals(cx: MutatingCx, accountId: number, day: Announced): Promise<boolean> {
  const { amounts, renewed } = await renewalsUntil(cx, accountId, day);
  const amount = amounts.get(keyOf(day.from)) ?? 0n;
  if (amount === 0n || !renewed.some(({ status, billing_cycle }) => status === 'active' && billing_cycle >= ANNOUNCED_MONTHS))
    return false;
  amounts.delete(keyOf(day.from));
  const earlier = [...amounts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  const services = await mailedServices(
    cx.db,
    renewed.map(({ id }) => id),
  );
  const { listed, more } = bounded(
    services.flatMap(({ name, expiry_at }) => (expiry_at ? [{ name, until: expiry_at.getTime() }] : [])),
  );
  await queueMail(cx, {
    ...{ accountId, template: 'renewal-ahead', dedupeKey: announcementKey(accountId, day.at) },
    data: {
      ...{ services: listed, more, at: day.at.getTime(), amount: amountOf(cx, amount) },
      ...{ pay: await wayAhead(cx, accountId, { amount, earlier, at: day.at }), page: pageOf(cx, '/servers') },
    },
  });
  return true;
}

/**
 * Returns the amounts of all automatic renewals of an account up to this day, VAT included, by day of expiry. Also returns the services of
 * the day itself. Suspended services count too, because they are renewed with the others.
 */
async function renewalsUntil(
  cx: MutatingCx,
  accountId: number,
  { from, until }: Announced,
): Promise<{ amounts: Map<string, Cents>; renewed: Service[] }> {
  const taxes = new Map([[accountId, await taxOf(cx, accountId)]]);
  const amounts = new Map<string, Cents>();
  const renewed: Service[] = [];
  for (let after = 0; ; ) {
    const services = await servicesToRenewOf(cx.db, { accountId, until, after, max: BATCH });
    const lines = (await automaticLines(cx, taxes, services)).get(accountId) ?? [];
    const days = new Map(services.map(({ id, expiry_at }) => [id, keyOf(expiry_at ?? from)]));
    let day = keyOf(from);
    for (const line of lines) {
      // Addons follow their server, and are renewed with it.
      day = days.get(line.service_id) ?? day;
      amounts.set(day, (amounts.get(day) ?? 0n) + line.gross);
    }
    renewed.push(...services.filter(({ expiry_at }) => expiry_at && expiry_at >= from));
    after = services.at(-1)?.id ?? after;
    if (services.length < BATCH) return { amounts, renewed };
  }
}

const keyOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns how the renewal will be paid, once earlier renewals and waiting orders have been paid from the balance. */
async function wayAhead(
  { db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>,
  accountId: number,
  { amount, earlier, at }: { amount: Cents; earlier: readonly Cents[]; at: Date },
): Promise<WayAhead> {
  const { balance, creditLimit } = await readSpendable(db, { accountId, tokenId: null, now: clock.now() });
  const left = balanceAfter(balance + creditLimit, [...(await waitingAmounts(db, accountId)), ...earlier]);
  if (left >= amount) return { by: 'balance', missing: null };
  const card = await findChargeableCard(db, accountId, at, amount);
  const missing = amountOf({ settings }, left > 0n ? amount - left : amount);
  if (card) {
    const digits = card.last4;
    return (await hasFailedLast(db, card.id)) ? { by: 'failed-card', digits, missing } : { by: 'card', digits };
  }
  return left > 0n ? { by: 'balance', missing } : { by: 'order' };
}
