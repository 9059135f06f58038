import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Recalculates all sums and returns a sentence for each mismatch, at most 1000. The database enforces these sums, so a mismatch means that
 * its checks were bypassed.
 */
export async function verifyLedger(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select format('Entry %s has %s postings that add up to %s.', e.id, count(p.amount), coalesce(sum(p.amount), 0)) as finding
    from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    group by e.id having coalesce(sum(p.amount), 0) <> 0 or count(p.amount) < 2
    union all
    select format('Entry %s, a %s, posts to %s.', e.id, e.kind, a.code)
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    left join orders o on o.id = e.order_id
    where not ledger_posts_to(e.kind, a.kind) or (a.kind = 'customer' and a.account_id <> e.account_id)
      or (a.kind = 'vat_payable' and (a.country, a.rate_bp) is distinct from (o.tax ->> 'country', (o.tax ->> 'rateBp')::integer))
    union all
    select format('Ledger account %s says %s, its postings %s.', a.id, a.balance, coalesce(sum(p.amount), 0))
    from ledger_accounts a left join ledger_postings p on p.ledger_account_id = a.id
    where a.kind = 'customer' group by a.id having a.balance <> coalesce(sum(p.amount), 0)
    union all
    select format('Account %s is below its limit: %s.', account_id, balance)
    from ledger_accounts where kind = 'customer' and balance < -credit_limit
    union all
    select format('Account %s has no ledger account.', id)
    from accounts a where not exists (select from ledger_accounts l where l.account_id = a.id)
    union all
    select format('All balances together are %s and not 0.', sum(balance))
    from (
      select sum(balance) as balance from ledger_accounts
      union all
      select sum(p.amount) from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where a.kind <> 'customer'
    ) as sums having sum(balance) <> 0
    limit 1000`.execute(db);
  return rows.map((row) => row.finding);
}
