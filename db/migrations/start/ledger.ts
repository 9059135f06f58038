/**
 * The double-entry ledger. The database itself keeps its promises: entries are never changed, the postings of an entry
 * add up to 0, balances follow the postings, and a customer's balance does not fall below the credit that was granted.
 *
 * A customer's balance changes with the posting, so that two payments at once queue for that one row and the second is
 * judged by what the first left. The house's balances change at commit (deferred trigger): every payment meets them, and
 * held from the posting on they would let only one deploy of all customers run at a time.
 */
export const LEDGER = `
  create table ledger_accounts (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('customer', 'funding', 'revenue', 'vat_payable')),
    -- Only for \`customer\`.
    account_id integer unique references accounts,
    -- Maintained by a trigger from the postings; a customer's balance cannot fall below \`-credit_limit\`.
    balance bigint not null default 0,
    credit_limit bigint not null default 0 check (credit_limit >= 0),
    constraint ledger_accounts_owner check ((kind = 'customer') = (account_id is not null)),
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

  create function ledger_move_customer() returns trigger language plpgsql as $$
  declare account integer;
  begin
    update ledger_accounts set balance = balance + new.amount
      where id = new.ledger_account_id and kind = 'customer' returning account_id into account;
    if found then
      -- One more in the list of the customer's transactions (list-counts.ts).
      insert into list_changes (account_id, list, at, id, status) values (account, 'transactions', '-infinity', new.entry_id, '');
    end if;
    return null;
  end $$;
  create trigger move_customer after insert on ledger_postings
    for each row execute function ledger_move_customer();

  create function ledger_move_house() returns trigger language plpgsql as $$
  begin
    update ledger_accounts set balance = balance + new.amount
      where id = new.ledger_account_id and kind <> 'customer';
    return null;
  end $$;
  create constraint trigger move_house after insert on ledger_postings
    deferrable initially deferred
    for each row execute function ledger_move_house();

  create function ledger_check_entry(entry integer) returns void language plpgsql as $$
  declare
    total numeric;
    postings integer;
  begin
    select coalesce(sum(amount), 0), count(*) into total, postings from ledger_postings where entry_id = entry;
    if total <> 0 or postings < 2 then
      raise exception 'ledger entry % does not balance: % postings add up to %', entry, postings, total
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    end if;
  end $$;

  create function ledger_check_own_entry() returns trigger language plpgsql as $$
  begin
    perform ledger_check_entry(new.id);
    return null;
  end $$;
  create constraint trigger entry_balances after insert on ledger_entries
    deferrable initially deferred
    for each row execute function ledger_check_own_entry();

  create function ledger_check_posted_entry() returns trigger language plpgsql as $$
  begin
    perform ledger_check_entry(new.entry_id);
    return null;
  end $$;
  create constraint trigger posting_balances after insert on ledger_postings
    deferrable initially deferred
    for each row execute function ledger_check_posted_entry();

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op)
      using errcode = 'restrict_violation';
  end $$;
  create trigger append_only before update or delete or truncate on ledger_entries
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on ledger_postings
    for each statement execute function refuse_change();

  -- Depth 1 is a statement of ours; the postings' triggers come at depth 2.
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
