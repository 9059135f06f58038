/** Decides how long a balance pays the renewals ahead, and when a stored card is charged for the rest. */
import { type Cents, withVat } from '../money/money.ts';
import { renewsFrom } from '../services/renewals.ts';
import { extendTerm } from './period.ts';

/** A service that is renewed automatically. */
export interface PaidTerm {
  /** End of the paid time. */
  expiryAt: Date;
  /** Moment from which periods are counted, or `null` if the service never began. */
  anchor: Date | null;
  /** Length of a period in months. */
  months: number;
  /** Price of a period, without VAT. */
  net: Cents;
}

export interface UpcomingRenewal {
  /** End of the paid time that the renewal extends. */
  expiryAt: Date;
  /** Price with VAT. */
  gross: Cents;
}

/**
 * Lists the renewals of services up to `until`, inclusive. A service whose period ends on the 31st of January is renewed twice within 30 days:
 * its next period ends on the last of February. VAT is rounded per service, because each service becomes a separate order line.
 */
export function listUpcoming(
  terms: readonly PaidTerm[],
  { until, taxRate }: { until: Date; taxRate: number },
): UpcomingRenewal[] {
  return terms.flatMap(({ expiryAt, anchor, months, net }) => {
    const gross = withVat(net, taxRate);
    const renewals: UpcomingRenewal[] = [];
    for (let end = expiryAt; end <= until; end = extendTerm(anchor ?? expiryAt, end, months))
      renewals.push({ expiryAt: end, gross });
    return renewals;
  });
}

export interface Means {
  /** Balance plus the credit limit. */
  spendable: Cents;
  /** End of the last month of the stored card that is valid longest, or `null` without a card. */
  cardValidUntil: Date | null;
  now: Date;
  /** Days before the expiry at which services are renewed. */
  daysAhead: number;
}

export interface RenewalCover {
  /** First expiry whose renewals are not paid, or `null` if all are. */
  coveredUntil: Date | null;
  /** Begin of the day (UTC) of the first charge to the card, or `null` if the card is not charged. */
  cardChargedAt: Date | null;
}

/**
 * Decides which renewals the balance and a card pay. The renewals of a day (UTC) are one order, which is paid whole or not. The card pays
 * an order that the balance does not cover, if the card is still valid on the day of the charge.
 */
export function decideRenewalCover(renewals: readonly UpcomingRenewal[], means: Means): RenewalCover {
  const { cardValidUntil, now, daysAhead } = means;
  let { spendable } = means;
  let cardChargedAt: Date | null = null;
  for (const { expiryAt, gross } of sumByDay(renewals)) {
    if (gross <= 0n) continue;
    if (gross <= spendable) {
      spendable -= gross;
      continue;
    }
    // A renewal whose day of charge has passed waits in an order, which is charged from today on.
    const chargedAt = laterOf(renewsFrom(expiryAt, daysAhead), renewsFrom(now, 0));
    if (cardValidUntil === null || chargedAt >= cardValidUntil) return { coveredUntil: expiryAt, cardChargedAt };
    cardChargedAt ??= chargedAt;
  }
  return { coveredUntil: null, cardChargedAt };
}

/** Returns one renewal per day (UTC) with the sum of the day and its first expiry, in the order of time. */
function sumByDay(renewals: readonly UpcomingRenewal[]): UpcomingRenewal[] {
  const days = new Map<string, UpcomingRenewal>();
  for (const { expiryAt, gross } of renewals.toSorted((a, b) => a.expiryAt.getTime() - b.expiryAt.getTime())) {
    const day = expiryAt.toISOString().slice(0, 10);
    const first = days.get(day);
    days.set(day, { expiryAt: first?.expiryAt ?? expiryAt, gross: gross + (first?.gross ?? 0n) });
  }
  return [...days.values()];
}

const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);
