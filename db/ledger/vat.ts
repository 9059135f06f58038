/** Sums sales by VAT rule, country and rate, for VAT returns. */

import type { Cents } from '@innkeeper/model/money/money';
import type { QuarterStart } from '@innkeeper/model/time/calendar';
import type { TaxRule } from '@innkeeper/model/vat/decide';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Period } from './journal.ts';

export interface VatSum {
  rule: TaxRule;
  country: string;
  rateBp: number;
  /** VAT number of the customer for a reverse charge, else `null`. */
  vatNumber: string | null;
  /** Quarter of the payment that a refund corrects, such as `2025Q4`. `null` unless the quarter is an earlier one. */
  corrects: string | null;
  base: Cents;
  vat: Cents;
}

/**
 * Sums payments less refunds of a period, from the postings. An order whose VAT number proved valid later counts as a reverse charge,
 * starting with the entry that refunded its VAT. That entry moves the base amount from one rule to the other.
 *
 * `earlier` has the quarters before the period, by the clocks of the seller. The database may know other rules of its time zone.
 */
export async function vatSums(db: Kysely<Database>, { from, to }: Period, earlier: readonly QuarterStart[]): Promise<VatSum[]> {
  const names = earlier.map(({ quarter }) => quarter);
  const starts = earlier.map(({ from: start }) => start.toISOString());
  const { rows } = await sql<VatSum>`
    with quarters as (
      select * from unnest(${names}::text[], ${starts}::timestamptz[]) as q (name, start)
    ), sales as (
      select e.id, e.kind, e.created_at, o.paid_at, o.tax, (o.tax #>> '{corrected,entry}')::integer as corrected,
        coalesce(sum(p.amount) filter (where a.kind = 'revenue'), 0) as base,
        coalesce(sum(p.amount) filter (where a.kind = 'vat_payable'), 0) as vat
      from ledger_entries e
      join orders o on o.id = e.order_id
      join ledger_postings p on p.entry_id = e.id
      join ledger_accounts a on a.id = p.ledger_account_id
      where e.kind in ('payment', 'refund') and e.created_at >= ${from} and e.created_at < ${to}
      group by e.id, o.id
    ), moves as (
      select s.*, coalesce(id > corrected, false) as reversed from sales s
      union all
      select s.id, s.kind, s.created_at, s.paid_at, s.tax, s.corrected, move.base, 0, move.reversed
      from sales s
      cross join lateral (values ((s.tax #>> '{corrected,net}')::bigint, true), (-(s.tax #>> '{corrected,net}')::bigint, false))
        as move (base, reversed)
      where s.id = s.corrected
    ), named as (
      select *, case when kind = 'refund' and paid_at < ${from}
        then (select name from quarters where start <= paid_at order by start desc limit 1) end as corrects
      from moves
    )
    select case when reversed then 'reverse-charge' else tax ->> 'rule' end as rule,
      case when reversed then coalesce(tax #>> '{corrected,country}', tax #>> '{evidence,country}') else tax ->> 'country' end as country,
      case when reversed then 0 else (tax ->> 'rateBp')::integer end as "rateBp",
      case when reversed or tax ->> 'rule' = 'reverse-charge' then tax #>> '{evidence,vatNumber}' end as "vatNumber",
      corrects,
      sum(base)::bigint as base, sum(vat)::bigint as vat
    from named
    group by 1, 2, 3, 4, 5
    having sum(base) <> 0 or sum(vat) <> 0
    order by 1, 2, 3, 5 nulls first, 4`.execute(db);
  return rows;
}

/** Returns the VAT owed for the same period, from the VAT accounts. */
export async function vatPayable(db: Kysely<Database>, { from, to }: Period): Promise<Cents> {
  const { rows } = await sql<{ payable: Cents }>`
    select coalesce(sum(p.amount), 0)::bigint as payable
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    where a.kind = 'vat_payable' and e.created_at >= ${from} and e.created_at < ${to}`.execute(db);
  return rows[0]?.payable ?? 0n;
}
