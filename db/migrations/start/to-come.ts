/** Resources of unfinished operations: enough for their guards (owner, lock) to work from the start. */
export const TO_COME = `
  -- Of operations to come: enough for their guards (owner, lock) to be true from the start.
  create table attacks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    created_at timestamptz not null default now(),
    ip_address_id integer not null references ip_addresses,
    -- Null: it goes on.
    ended_at timestamptz,
    -- Its id for customers, also in paths.
    key text not null unique default left(md5(gen_random_uuid()::text), 15) check (key ~ '^[A-Za-z0-9]{15}$')
  );
  create index attacks_account on attacks (account_id, id);
  create index attacks_ip_address on attacks (ip_address_id);
`;
