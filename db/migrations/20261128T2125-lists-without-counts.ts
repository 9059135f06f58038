/** Lists of an account are counted when they are read (db/tables/account-list.ts, docs/decisions/lists.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

/** `ledger_post` wrote `list_changes`, so it is replaced before the table goes. Otherwise every posting would fail. */
export const LISTS_WITHOUT_COUNTS = `
  create or replace function ledger_post() returns trigger language plpgsql as $$
  declare
    entry integer;
    total numeric;
    postings integer;
    fits boolean;
  begin
    select sums.* into entry, total, postings, fits from (
      select p.entry_id, sum(p.amount), count(*), bool_and(ledger_posts_to(e.kind, a.kind)
        and (a.kind <> 'customer' or a.account_id = e.account_id)
        and (a.kind <> 'vat_payable'
          or coalesce(a.country = o.tax ->> 'country' and a.rate_bp = (o.tax ->> 'rateBp')::integer, false)))
      from (select distinct entry_id as id from posted) one
      cross join lateral (select * from ledger_entries where id = one.id offset 0) e
      cross join lateral (select * from ledger_postings where entry_id = one.id offset 0) p
      cross join lateral (select * from ledger_accounts where id = p.ledger_account_id offset 0) a
      left join orders o on o.id = e.order_id
      group by p.entry_id) as sums (entry_id, total, postings, fits)
      where sums.total <> 0 or sums.postings < 2 or not sums.fits limit 1;
    if found and (total <> 0 or postings < 2) then
      raise exception 'ledger entry % does not balance: % postings add up to %', entry, postings, total
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    elsif found then
      raise exception 'ledger entry % posts to a ledger account that its kind, its customer or its order does not have', entry
        using errcode = 'check_violation', constraint = 'ledger_entries_dimensions';
    end if;
    update ledger_accounts a set balance = a.balance + moved.amount
      from (select ledger_account_id, sum(amount)::bigint as amount from posted group by ledger_account_id) moved
      where a.id = moved.ledger_account_id and a.kind = 'customer';
    return null;
  end $$;

  drop trigger record_insert on invoices;
  drop function record_invoices_change();
  drop trigger record_insert on services;
  drop trigger record_update on services;
  drop trigger record_delete on services;
  drop function record_servers_change();
  drop trigger record_insert on orders;
  drop trigger record_update on orders;
  drop trigger record_delete on orders;
  drop function record_orders_change();
  drop table list_changes;
  drop table list_counts;

  -- Nothing counts these lists any more, so their alerts ask for nothing.
  update operator_alerts set resolved_at = now() where kind = 'list_miscounted' and resolved_at is null and key not like 'audit%';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(LISTS_WITHOUT_COUNTS)).execute(db);
}
