/**
 * Invoices. A proform requests the payment of a waiting order. An original confirms a payment. A credit note corrects originals by a
 * refund.
 *
 * Triggers queue each document in the transaction that moves the money or creates the waiting order. A job of the workers issues the
 * document soon after (jobs/issue-invoices.ts), so that no order waits for a counter (docs/decisions/invoices.md).
 */
export const INVOICES = `
  -- Last number of each series. The issuer locks the row to the end of its transaction, so that no number is skipped or given twice.
  create table invoice_series (
    type text primary key check (type in ('proform', 'original', 'credit-note')),
    last integer not null default 0 check (last between 0 and 999999999)
  );
  insert into invoice_series (type) values ('proform'), ('original'), ('credit-note');

  create table invoices (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    type text not null references invoice_series check (type in ('proform', 'original', 'credit-note')),
    -- Number within the series, from 1 without gaps.
    number integer not null check (number > 0),
    issued_at timestamptz not null,
    -- Ledger entry that the invoice documents. Null for a proform.
    entry_id integer references ledger_entries,
    -- Number of the document of an entry, from 1. An entry with very many lines may need several documents (model/invoices/parts.ts).
    part integer not null default 1 check (part > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- Cents, negative on a credit note.
    net bigint not null,
    vat bigint not null,
    gross bigint not null,
    -- Content of the document as issued (model/invoices/document.ts).
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

  -- Amounts of an original that a credit note takes back, in positive cents. They never exceed what is left of the original.
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

  -- Logos of the seller by the hash that documents name, so that documents keep the logo they were issued with.
  create table invoice_logos (
    sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
    bytes bytea not null
  );

  -- Files of an invoice, rendered at the first request and never changed.
  create table invoice_documents (
    invoice_id integer not null references invoices,
    format text not null check (format in ('pdf', 'ubl')),
    bytes bytea not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null,
    primary key (invoice_id, format)
  );
  alter table invoice_documents alter column bytes set storage external;

  -- Requested files that wait to be rendered.
  create table invoice_renders (
    id integer generated always as identity primary key,
    invoice_id integer not null references invoices,
    format text not null check (format in ('pdf', 'ubl')),
    created_at timestamptz not null,
    unique (invoice_id, format)
  );

  -- Documents to issue: for a ledger entry, or a proform for a waiting order. Without foreign keys, whose checks would run in each order's
  -- transaction. The referenced rows were written in the same transaction, or are never deleted.
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

  -- Queues a proform, also when the order's price changes: the new proform replaces the previous one.
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

  -- Queues a proform for an order that is to be paid by a transfer, since the new proform contains the transfer's reference.
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
