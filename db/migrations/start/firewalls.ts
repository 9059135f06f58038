/** Firewalls of customers, and the servers that have them. The nodes' workers see to it that packets obey (workflows/firewalls/apply.ts). */
export const FIREWALLS = `
  create table firewalls (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    name text not null check (name <> ''),
    -- Whether each new server of the account gets it.
    for_new_servers boolean not null default false,
    -- As model/firewalls.ts has them.
    rules jsonb not null,
    -- Raised with each change of the rules.
    version integer not null default 1 check (version > 0),
    -- Whether some server does not obey it yet.
    status text not null default 'active' check (status in ('active', 'applying')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index firewalls_account on firewalls (account_id, id);
  create index firewalls_applying on firewalls (id) where status = 'applying';

  create table firewall_servers (
    firewall_id integer not null references firewalls,
    server_id integer not null references server_details on delete cascade,
    -- Whether the server's node has to be told of it, or of new rules.
    pending boolean not null,
    -- Whether it is to be taken off the server; then its row goes.
    removing boolean not null default false,
    primary key (firewall_id, server_id)
  );
  create index firewall_servers_server on firewall_servers (server_id);

  alter table nodes add column filters boolean not null default true;
  comment on column nodes.filters is 'Whether its engine can filter packets by firewalls; measured.';

  -- What has ended has none.
  create function release_firewalls() returns trigger language plpgsql as $$
  begin
    delete from firewall_servers where server_id = new.id;
    return null;
  end $$;
  create trigger release_firewalls after update of status on services
    for each row when (new.type = 'server' and new.status = 'terminated') execute function release_firewalls();
`;
