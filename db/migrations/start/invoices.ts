/**
 * Invoices: a proform asks for the money of an order that waits, an original confirms a payment, a credit note corrects originals by a
 * refund. What is to be issued is noted in the transaction that moves the money, or makes the waiting order, by triggers; a job of the workers issues it soon
 * after (jobs/issue-invoices.ts), so that no order waits for a counter (docs/decisions/invoices.md).
 */
export const INVOICES = `
  -- The last number of each series. Locked by who issues, to the end of that transaction: so no number is left out, and none is given twice.
  create table invoice_series (
    type text primary key check (type in ('proform', 'original', 'credit-note')),
    last integer not null default 0 check (last between 0 and 999999999)
  );
  insert into invoice_series (type) values ('proform'), ('original'), ('credit-note');

  create table invoices (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    type text not null references invoice_series check (type in ('proform', 'original', 'credit-note')),
    -- Within its series, from 1 without gaps.
    number integer not null check (number > 0),
    issued_at timestamptz not null,
    -- The entry of the ledger that it documents; null for a proform.
    entry_id integer references ledger_entries,
    -- An entry of very many lines may need several documents (model/invoices/parts.ts), numbered from 1.
    part integer not null default 1 check (part > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- Cents; negative on a credit note.
    net bigint not null,
    vat bigint not null,
    gross bigint not null,
    -- All that the document says, as it was then (model/invoices/document.ts).
    document jsonb not null,
    unique (type, number),
    unique (entry_id, part),
    constraint invoices_add_up check (net + vat = gross),
    constraint invoices_sign check (case type when 'credit-note' then net <= 0 and gross < 0 else net >= 0 and gross > 0 end),
    constraint invoices_entry check ((type = 'proform') = (entry_id is null))
  );
  create index invoices_account on invoices (account_id, id);
  create index invoices_issued on invoices (issued_at);

  create table invoice_orders (
    invoice_id integer not null references invoices,
    order_id integer not null references orders,
    primary key (invoice_id, order_id)
  );
  create index invoice_orders_order on invoice_orders (order_id, invoice_id);

  -- How much of an original a credit note takes back, in positive cents: never more than there is.
  create table invoice_corrections (
    credit_note_id integer not null references invoices,
    original_id integer not null references invoices,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross > 0),
    primary key (credit_note_id, original_id),
    constraint invoice_corrections_add_up check (net + vat = gross)
  );
  create index invoice_corrections_original on invoice_corrections (original_id);

  -- Logos of the seller, by the hash under which documents name them: they are shown as they were.
  create table invoice_logos (
    sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
    bytes bytea not null
  );

  -- The files of an invoice, made when somebody first asks for them, and the same for ever.
  create table invoice_documents (
    invoice_id integer not null references invoices,
    format text not null check (format in ('pdf', 'ubl')),
    bytes bytea not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null,
    primary key (invoice_id, format)
  );
  alter table invoice_documents alter column bytes set storage external;

  -- Files that somebody waits for.
  create table invoice_renders (
    id integer generated always as identity primary key,
    invoice_id integer not null references invoices,
    format text not null check (format in ('pdf', 'ubl')),
    created_at timestamptz not null,
    unique (invoice_id, format)
  );

  -- What is to be issued: for an entry of the ledger, or (a proform) for an order that waits. Without foreign keys, which would be looked up in each
  -- order's transaction: what it names was written in the same transaction, or is never deleted.
  create table invoices_due (
    id integer generated always as identity primary key,
    account_id integer not null,
    type text not null check (type in ('proform', 'original', 'credit-note')),
    order_id integer not null,
    entry_id integer unique,
    created_at timestamptz not null,
    constraint invoices_due_entry check ((type = 'proform') = (entry_id is null))
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
  create unique index invoices_due_order on invoices_due (order_id) where type = 'proform';

  create function queue_invoice() returns trigger language plpgsql as $$
  begin
    insert into invoices_due (account_id, type, order_id, entry_id, created_at)
      values (new.account_id, case new.kind when 'payment' then 'original' else 'credit-note' end, new.order_id, new.id, new.created_at);
    return null;
  end $$;
  create trigger queue_invoice after insert on ledger_entries
    for each row when (new.kind in ('payment', 'refund') and new.order_id is not null) execute function queue_invoice();

  -- Again when its price changes: the new proform replaces the former.
  create function queue_proform() returns trigger language plpgsql as $$
  begin
    insert into invoices_due (account_id, type, order_id, created_at) values (new.account_id, 'proform', new.id, new.created_at)
      on conflict (order_id) where type = 'proform' do nothing;
    return null;
  end $$;
  create trigger queue_proform_insert after insert on orders
    for each row when (new.status = 'awaiting_payment' and new.gross > 0) execute function queue_proform();
  create trigger queue_proform_update after update of net, vat, gross on orders
    for each row when (new.status = 'awaiting_payment' and new.gross > 0 and (old.net, old.gross) <> (new.net, new.gross))
    execute function queue_proform();

  -- And when it shall be paid by a transfer, whose reference the new one says.
  create function queue_proform_of_transfer() returns trigger language plpgsql as $$
  begin
    insert into invoices_due (account_id, type, order_id, created_at)
      select o.account_id, 'proform', o.id, p.created_at from orders o, payments p
      where o.id = new.order_id and p.id = new.payment_id and p.kind = 'transfer' and o.status = 'awaiting_payment' and o.gross > 0
      on conflict (order_id) where type = 'proform' do nothing;
    return null;
  end $$;
  create trigger queue_proform after insert on payment_orders
    for each row execute function queue_proform_of_transfer();

  create function record_invoices_change() returns trigger language plpgsql as $$
  begin
    insert into list_changes (account_id, list, at, id, status) select account_id, 'invoices', '-infinity', id, '' from issued;
    return null;
  end $$;
  create trigger record_insert after insert on invoices
    referencing new table as issued for each statement execute function record_invoices_change();

  ${['invoices', 'invoice_orders', 'invoice_corrections', 'invoice_documents', 'invoice_logos']
    .map(
      (table) => `create trigger append_only before update or delete or truncate on ${table}
    for each statement execute function refuse_change();`,
    )
    .join('\n  ')}
`;
