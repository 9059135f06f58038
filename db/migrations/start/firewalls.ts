/** Firewalls of customers, and the servers that have them. The workers of the nodes apply them (workflows/firewalls/apply.ts). */
export const FIREWALLS = `
  create table firewalls (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    name text not null check (name <> ''),
    -- True if each new server of the account gets the firewall.
    for_new_servers boolean not null default false,
    -- Rules in the format of model/net/firewalls.ts.
    rules jsonb not null,
    -- Version of the rules, raised with each change.
    version integer not null default 1 check (version > 0),
    -- \`applying\` while some server does not obey the rules yet.
    status text not null default 'active' check (status in ('active', 'applying')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index firewalls_account on firewalls (account_id, id);
  create index firewalls_applying on firewalls (id) where status = 'applying';

  create table firewall_servers (
    firewall_id integer not null references firewalls,
    server_id integer not null references server_details on delete cascade,
    -- True if the server's node must still apply the firewall or its new rules.
    pending boolean not null,
    -- True if the firewall must be removed from the server. Its row is deleted afterwards.
    removing boolean not null default false,
    primary key (firewall_id, server_id)
  );
  create index firewall_servers_server on firewall_servers (server_id);

  alter table nodes add column filters boolean not null default true;
  comment on column nodes.filters is 'True if the node''s engine can filter packets by firewalls, as measured.';

  -- A server that has ended has no firewalls.
  create function release_firewalls() returns trigger language plpgsql as $$
  begin
    delete from firewall_servers where server_id = new.id;
    return null;
  end $$;
  create trigger release_firewalls after update of status on services
    for each row when (new.type = 'server' and new.status = 'terminated') execute function release_firewalls();
`;
