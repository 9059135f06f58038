/**
 * The double-entry ledger. The database itself keeps its promises: entries are never changed, the postings of an entry
 * add up to 0, balances follow the postings, and a customer's balance does not fall below the credit that was granted.
 *
 * A customer's balance changes with the posting, so that two payments at once queue for that one row and the second is
 * judged by what the first left. The house's balances are not kept: every payment meets them, and a row for each would let only one
 * order of all customers commit at a time. They are the sums of their postings, as a customer's is.
 */
export const LEDGER = `
  create table ledger_accounts (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('customer', 'funding', 'revenue', 'vat_payable')),
    -- Only for \`customer\`.
    account_id integer unique references accounts,
    -- Of a customer: maintained by a trigger from the postings, and never below \`-credit_limit\`. The house's is the sum of its postings.
    balance bigint not null default 0,
    credit_limit bigint not null default 0 check (credit_limit >= 0),
    constraint ledger_accounts_owner check ((kind = 'customer') = (account_id is not null)),
    constraint ledger_accounts_kept check (kind = 'customer' or balance = 0),
    constraint ledger_accounts_covered check (kind <> 'customer' or balance >= -credit_limit)
  ) with (fillfactor = 50);
  create unique index ledger_accounts_house on ledger_accounts (kind) where kind <> 'customer';
  insert into ledger_accounts (kind) values ('funding'), ('revenue'), ('vat_payable');

  create table ledger_entries (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('deposit', 'payment', 'refund')),
    account_id integer not null references accounts,
    order_id integer references orders,
    payment_method text not null check (payment_method <> ''),
    description text not null,
    created_at timestamptz not null default now()
  );
  create index ledger_entries_account on ledger_entries (account_id, id);
  create index ledger_entries_order on ledger_entries (order_id) where order_id is not null;

  create table ledger_postings (
    entry_id integer not null references ledger_entries,
    ledger_account_id integer not null references ledger_accounts,
    -- Cents; positive is a credit to that account. The postings of an entry add up to 0 (checked by the database).
    amount bigint not null check (amount <> 0),
    primary key (entry_id, ledger_account_id)
  );
  create index ledger_postings_account on ledger_postings (ledger_account_id, entry_id);

  -- An entry is posted by one statement, which is refused unless the postings of each entry add up.
  create function ledger_post() returns trigger language plpgsql as $$
  declare
    entry integer;
    total numeric;
    postings integer;
  begin
    select p.entry_id, sum(p.amount), count(*) into entry, total, postings
      from ledger_postings p where p.entry_id in (select entry_id from posted)
      group by p.entry_id having sum(p.amount) <> 0 or count(*) < 2 limit 1;
    if found then
      raise exception 'ledger entry % does not balance: % postings add up to %', entry, postings, total
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    end if;
    update ledger_accounts a set balance = a.balance + moved.amount
      from (select ledger_account_id, sum(amount)::bigint as amount from posted group by ledger_account_id) moved
      where a.id = moved.ledger_account_id and a.kind = 'customer';
    -- More in the lists of the customers' transactions (list-counts.ts).
    insert into list_changes (account_id, list, at, id, status)
      select a.account_id, 'transactions', '-infinity', p.entry_id, ''
      from posted p join ledger_accounts a on a.id = p.ledger_account_id where a.kind = 'customer';
    return null;
  end $$;
  create trigger post after insert on ledger_postings
    referencing new table as posted for each statement execute function ledger_post();

  create function ledger_check_posted() returns trigger language plpgsql as $$
  begin
    if not exists (select from ledger_postings where entry_id = new.id) then
      raise exception 'ledger entry % has no postings', new.id
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    end if;
    return null;
  end $$;
  create constraint trigger posted after insert on ledger_entries
    deferrable initially deferred
    for each row execute function ledger_check_posted();

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op)
      using errcode = 'restrict_violation';
  end $$;
  create trigger append_only before update or delete or truncate on ledger_entries
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on ledger_postings
    for each statement execute function refuse_change();

  -- Depth 1 is a statement of ours; the postings' trigger comes at depth 2.
  create function ledger_guard_balance() returns trigger language plpgsql as $$
  begin
    if pg_trigger_depth() < 2 and new.balance <> (case tg_op when 'UPDATE' then old.balance else 0 end) then
      raise exception 'balances follow the postings and are not set by hand'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger guard_balance before insert or update on ledger_accounts
    for each row execute function ledger_guard_balance();
`;
