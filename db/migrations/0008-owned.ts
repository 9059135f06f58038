/** Resources of operations to come: enough for their guards (owner, lock) to be true from the start. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table copies (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now(),
      kind text not null check (kind in ('snapshot', 'backup')),
      server_id integer not null references servers
    );
    create index copies_account on copies (account_id, id);
    create index copies_server on copies (server_id);

    create table addons (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now(),
      server_id integer not null references servers
    );
    create index addons_account on addons (account_id, id);
    create index addons_server on addons (server_id);

    create table isos (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now()
    );
    create index isos_account on isos (account_id, id);

    create table tickets (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now()
    );
    create index tickets_account on tickets (account_id, id);

    create table ticket_attachments (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now(),
      ticket_id integer not null references tickets
    );
    create index ticket_attachments_ticket on ticket_attachments (ticket_id);

    create table invoices (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now()
    );
    create index invoices_account on invoices (account_id, id);

    create table floating_ips (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now()
    );
    create index floating_ips_account on floating_ips (account_id, id);

    create table attacks (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      created_at timestamptz not null default now(),
      ip_address_id integer not null references ip_addresses
    );
    create index attacks_account on attacks (account_id, id);
    create index attacks_ip_address on attacks (ip_address_id);
  `.execute(db);
}
