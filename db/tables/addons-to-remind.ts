/** Addons whose renewal alone waits for payment. They are reminded of apart from services, because they have no grace period. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface AddonToRemind {
  id: number;
  order_id: number;
  /** End without payment: the end of the paid time, or the due time of the order if that is later (jobs/end-addons.ts). */
  ends_at: Date;
}

interface EndsBetween {
  now: Date;
  /** Exclusive. */
  until: Date;
}

/** Joins addons with their waiting order, if it renews no server. A reminder of the server names any other order. */
const toRemind = ({ now, until }: EndsBetween) => sql`
  from services v join services s on s.id = v.parent_id
    join service_periods p on p.service_id = v.id and p.state = 'ordered' and p.period_from = v.expiry_at
    join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
  where v.parent_id is not null and v.status = 'active' and v.expiry_at < ${until} and s.status = 'active' and s.staff_ends_at is null
    and o.status = 'awaiting_payment' and greatest(v.expiry_at, o.due_at) > ${now} and greatest(v.expiry_at, o.due_at) < ${until}
    and not exists (select from cancel_requests c where c.service_id in (v.id, s.id))
    and not exists (select from order_lines b join services t on t.id = b.service_id where b.order_id = o.id and t.parent_id is null)`;

/** Lists accounts with such addons, except these, by ascending id. */
export async function accountsWithAddonsToRemind(
  db: Kysely<Database>,
  { except, max, ...ends }: EndsBetween & { except: readonly number[]; max: number },
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.account_id as id ${toRemind(ends)} and v.account_id <> all(${[...except]}::int[])
    order by v.account_id limit ${max}`.execute(db);
  return rows;
}

/** Lists the addons of an account to remind of, by their ends. */
export async function listAddonsToRemind(
  db: Kysely<Database>,
  { accountId, ...ends }: EndsBetween & { accountId: number },
): Promise<AddonToRemind[]> {
  const { rows } = await sql<AddonToRemind>`
    select v.id, o.id as order_id, greatest(v.expiry_at, o.due_at) as ends_at ${toRemind(ends)} and v.account_id = ${accountId}
    order by ends_at, v.id`.execute(db);
  return rows;
}
