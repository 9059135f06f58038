/** Compares the paid value of each service with the money that its lines have left. */
import type { Database, Service } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money/money';
import { paidValueLeft } from '@innkeeper/model/pricing/paid-value';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Rounding of all changes of a service together, in cents. */
const ROUNDING = 2n;

type Paid = Pick<Service, 'id' | 'renew_price' | 'discounts' | 'billing_anchor' | 'billing_cycle' | 'expiry_at'> & {
  held: bigint;
};

/**
 * Paid lines of other than whole cycles, or of a promo code for several cycles. Days of a cycle weigh equally and months differ in length,
 * so their rest can be worth some cents more or less than was paid. A refund is bounded by the line all the same.
 */
const ODD_MONTHS = sql`
  select from order_lines l join orders o on o.id = l.order_id
  where l.service_id = s.id and l.service_type = s.type and o.paid_at is not null
    and (l.billing_cycle % greatest(s.billing_cycle, 1) <> 0 or l.discount > 0 and l.billing_cycle <> s.billing_cycle)`;

/** Returns a finding for each service that is worth more than was paid for it and did not come back. */
export async function checkPaidValues(db: Kysely<Database>, clock: Clock): Promise<string[]> {
  const { rows } = await sql<Paid>`
    select s.id, s.renew_price, s.discounts, s.billing_anchor, s.billing_cycle, s.expiry_at,
      (select coalesce(sum(l.net - l.refunded_net), 0)::bigint from order_lines l join orders o on o.id = l.order_id
        where l.service_id = s.id and l.service_type = s.type and o.paid_at is not null) as held
    from services s where s.status in ('active', 'suspended') and not exists (${ODD_MONTHS}) order by s.id`.execute(db);
  const now = clock.now();
  return rows.flatMap(
    ({ id, renew_price, discounts, billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt, held }) => {
      if (!anchor || !expiresAt) return [];
      const value = paidValueLeft(renew_price, discounts, { anchor, months, expiresAt }, now);
      if (value <= held + ROUNDING) return [];
      return [
        `The rest of service ${id} is worth ${formatDecimal(value)}, and of what was paid for it ${formatDecimal(held)} are left.`,
      ];
    },
  );
}
