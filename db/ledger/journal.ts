/** Returns the ledger as a journal: its postings with their entries, for bookkeeping. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface JournalPosting {
  entry: number;
  at: Date;
  kind: string;
  accountId: number;
  orderId: number | null;
  /** Invoices and credit notes of the entry. */
  documents: { type: 'proform' | 'original' | 'credit-note'; number: number }[];
  ledgerAccount: string;
  country: string | null;
  rateBp: number | null;
  /** Positive amounts are credits. */
  amount: Cents;
  paymentMethod: string;
  description: string;
}

export interface Period {
  from: Date;
  /** End of the period, exclusive. */
  to: Date;
}

/** Number of entries read at a time. */
const BATCH = 1_000;

/**
 * Yields the postings of a period in the order of their entries, the customer's posting of each entry first. Reads in batches, so the
 * period may have any length. Entries that are added while it reads come later and are left out.
 */
export async function* journalOf(db: Kysely<Database>, { from, to }: Period): AsyncGenerator<JournalPosting> {
  const ends = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from ledger_entries where created_at >= ${from} and created_at < ${to}`.execute(db);
  const { first, last } = ends.rows[0] ?? {};
  if (first === null || first === undefined || last === null || last === undefined) return;
  for (let after = first - 1; after < last; ) {
    const batch = await read(db, { from, to }, { after, last });
    if (batch.length === 0) return;
    yield* batch;
    after = batch.at(-1)?.entry ?? last;
  }
}

/** Reads one batch. Revenue postings of an order carry the country and rate of its tax decision. */
async function read(
  db: Kysely<Database>,
  { from, to }: Period,
  { after, last }: { after: number; last: number },
): Promise<JournalPosting[]> {
  const { rows } = await sql<JournalPosting>`
    with entries as (
      select * from ledger_entries
      where id > ${after} and id <= ${last} and created_at >= ${from} and created_at < ${to} order by id limit ${BATCH}
    )
    select e.id as entry, e.created_at as at, e.kind, e.account_id as "accountId", e.order_id as "orderId",
      coalesce((select json_agg(json_build_object('type', i.type, 'number', i.number) order by i.part)
        from invoices i where i.entry_id = e.id), '[]') as documents,
      a.code as "ledgerAccount", coalesce(a.country, case when a.kind = 'revenue' then o.tax ->> 'country' end) as country,
      coalesce(a.rate_bp, case when a.kind = 'revenue' then (o.tax ->> 'rateBp')::integer end) as "rateBp",
      p.amount, e.payment_method as "paymentMethod", e.description
    from entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    left join orders o on o.id = e.order_id
    order by e.id, a.account_id is null, a.code`.execute(db);
  return rows;
}

/**
 * Sums the balance of each internal ledger account, and of all customers together. Credits are positive. Gateway and VAT accounts without
 * postings are left out.
 */
export async function sumsOfAccounts(db: Kysely<Database>): Promise<{ code: string; balance: Cents }[]> {
  const { rows } = await sql<{ code: string; balance: Cents }>`
    select case when a.kind = 'customer' then 'customers' else a.code end as code, coalesce(sum(p.amount), 0)::bigint as balance
    from ledger_accounts a left join ledger_postings p on p.ledger_account_id = a.id
    where a.kind not in ('gateway', 'vat_payable') or p.entry_id is not null
    group by 1 order by 1`.execute(db);
  return rows;
}
