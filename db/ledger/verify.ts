import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Recalculates all sums and returns a sentence for each mismatch. The database enforces all of it, so a mismatch means that
 * somebody bypassed that.
 */
export async function verifyLedger(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select format('Entry %s has %s postings that add up to %s.', e.id, count(p.amount), coalesce(sum(p.amount), 0)) as finding
    from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    group by e.id having coalesce(sum(p.amount), 0) <> 0 or count(p.amount) < 2
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
    ) as sums having sum(balance) <> 0`.execute(db);
  return rows.map((row) => row.finding);
}
