/**
 * The double-entry ledger. The database itself enforces its invariants: entries never change, and the postings of an entry add up to 0.
 * Balances follow the postings, and a customer's balance does not fall below the granted credit.
 *
 * A customer's balance changes with the posting. Two concurrent payments queue for that row, and the second is checked against what the
 * first left. The house's balances are not stored, because every payment would update them. A row for each would let only one order of all
 * customers commit at a time. They are the sums of their postings, as a customer's is.
 */
export const LEDGER = `
  create table ledger_accounts (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('customer', 'gateway', 'revenue', 'vat_payable', 'credits', 'affiliate_payable', 'write_offs')),
    -- Set only for \`customer\`.
    account_id integer unique references accounts,
    -- Source of the money, set only for \`gateway\`. \`operator\` stands for money taken by hand.
    gateway text check (gateway in ('operator', 'bank', 'sandbox', 'stripe')),
    -- Country that the VAT is owed to (ISO 3166), and its rate in basis points. Set only for \`vat_payable\`.
    country text check (country ~ '^[A-Z]{2}$'),
    rate_bp integer check (rate_bp between 1 and 10000),
    -- Name in journals: \`customer:12\`, \`gateway:stripe\`, \`revenue\`, \`vat_payable:AT:2000\`. (Not generated: only one transaction at
    -- a time could then move a balance, as if the key changed.)
    code text not null unique,
    -- Balance of a customer in cents, never below \`-credit_limit\`. A trigger maintains it from the postings. Always 0 for the house,
    -- whose balance is the sum of its postings.
    balance bigint not null default 0,
    credit_limit bigint not null default 0 check (credit_limit >= 0),
    -- Maximum spending of a customer in cents per calendar month (UTC), VAT included. Null for no limit.
    monthly_cap bigint check (monthly_cap >= 0),
    constraint ledger_accounts_dimensions check (
      (kind = 'customer') = (account_id is not null)
      and (kind = 'gateway') = (gateway is not null)
      and (kind = 'vat_payable') = (country is not null)
      and (kind = 'vat_payable') = (rate_bp is not null)),
    constraint ledger_accounts_code check (code = kind || coalesce(':' || account_id::text, '') || coalesce(':' || gateway, '')
      || coalesce(':' || country, '') || coalesce(':' || rate_bp::text, '')),
    constraint ledger_accounts_kept check (kind = 'customer' or balance = 0),
    constraint ledger_accounts_covered check (kind <> 'customer' or balance >= -credit_limit)
  ) with (fillfactor = 50);
  -- The house's accounts are opened before anything is posted to them. An order that opened one would lock it against all others to its
  -- end.
  insert into ledger_accounts (code, kind) select kind, kind from unnest(array['revenue', 'credits', 'affiliate_payable', 'write_offs']) kind;
  insert into ledger_accounts (code, kind, gateway)
    select 'gateway:' || name, 'gateway', name from unnest(array['operator', 'bank', 'sandbox', 'stripe']) name;
  create function open_vat_account() returns trigger language plpgsql as $$
  begin
    insert into ledger_accounts (code, kind, country, rate_bp)
      select 'vat_payable:' || code || ':' || new.rate_bp, 'vat_payable', code, new.rate_bp from countries where id = new.country_id
      on conflict (code) do nothing;
    return null;
  end $$;
  create trigger open_vat_account after insert or update on vat_rates
    for each row when (new.rate_bp > 0) execute function open_vat_account();

  create table ledger_entries (
    id integer generated always as identity primary key,
    -- Kind of the entry. ledger_posts_to lists the ledger accounts that each kind may post to.
    kind text not null check (kind in ('deposit', 'payment', 'refund', 'credit', 'withdrawal', 'affiliate', 'write_off')),
    account_id integer not null references accounts,
    order_id integer references orders,
    -- Line that a refund is for. Null if only the VAT of all lines was refunded.
    order_line_id integer references order_lines,
    payment_method text not null check (payment_method <> ''),
    description text not null,
    created_at timestamptz not null default now(),
    constraint ledger_entries_of_order check (order_id is not null or kind not in ('payment', 'refund')),
    constraint ledger_entries_of_line check (order_line_id is null or kind = 'refund')
  );
  create index ledger_entries_account on ledger_entries (account_id, id);
  create index ledger_entries_order on ledger_entries (order_id) where order_id is not null;
  -- For the spending of a month.
  create index ledger_entries_refunds on ledger_entries (account_id, created_at) where kind = 'refund';
  -- For the books of a month or a quarter. Entries are stored in the order of time.
  create index ledger_entries_created on ledger_entries using brin (created_at);

  create table ledger_postings (
    entry_id integer not null references ledger_entries,
    ledger_account_id integer not null references ledger_accounts,
    -- Cents. A positive amount credits the account. The database checks that the postings of an entry add up to 0.
    amount bigint not null check (amount <> 0),
    primary key (entry_id, ledger_account_id)
  );
  create index ledger_postings_account on ledger_postings (ledger_account_id, entry_id);

  -- Returns what was paid for orders in this time, less refunds of the same orders, VAT included. With a token, it counts only orders whose
  -- payment the token requested. Volatile, so that it sees payments of others up to the moment at which the caller locked the balance.
  create function spent(of_account integer, of_token integer, since timestamptz, until timestamptz) returns bigint language plpgsql as $$
  begin
    return (
      select coalesce(sum(o.gross), 0) from orders o
      where o.account_id = of_account and o.paid_at >= since and o.paid_at < until and o.gross > 0 and o.type <> 'deposit'
        and (of_token is null or o.token_id = of_token)
    ) - (
      select coalesce(sum(p.amount), 0) from ledger_entries e
      join orders o on o.id = e.order_id
      join ledger_accounts a on a.account_id = e.account_id
      join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = a.id
      where e.account_id = of_account and e.kind = 'refund' and e.created_at >= since
        and o.paid_at >= since and o.paid_at < until and o.gross > 0
        and (of_token is null or o.token_id = of_token)
    );
  end $$;

  -- Returns whether an entry of a kind may post to a ledger account of a kind.
  create function ledger_posts_to(entry_kind text, account_kind text) returns boolean language sql immutable as $$
    select case entry_kind
      when 'deposit' then account_kind in ('customer', 'gateway')
      when 'withdrawal' then account_kind in ('customer', 'gateway')
      when 'payment' then account_kind in ('customer', 'revenue', 'vat_payable')
      when 'refund' then account_kind in ('customer', 'revenue', 'vat_payable')
      when 'credit' then account_kind in ('customer', 'credits')
      when 'affiliate' then account_kind in ('customer', 'credits', 'affiliate_payable')
      when 'write_off' then account_kind in ('customer', 'write_offs')
      else false end
  $$;

  -- Checks the statement that posts an entry. The postings of each entry must add up, and their ledger accounts must fit the entry's kind.
  -- Postings to another customer are refused, and so is VAT that its order did not decide. Each entry is looked up by itself (\`offset
  -- 0\`). A join that was planned once per session, with few entries, later read all earlier entries: 500 pages for each order.
  create function ledger_post() returns trigger language plpgsql as $$
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
    -- Adds rows to the customers' lists of transactions (list-counts.ts).
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

  -- Depth 1 is a statement of ours. The trigger of the postings runs at depth 2.
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
