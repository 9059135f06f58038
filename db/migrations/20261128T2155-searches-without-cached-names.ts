/** Searches read the index of names, so changes of names drop no cache (db/tables/servers/search.ts, docs/decisions/searches.md). */
import { type Kysely, sql } from 'kysely';

export const SEARCHES_WITHOUT_CACHED_NAMES = `
  create or replace function update_server_search() returns trigger language plpgsql as $$
  begin
    if new.type = 'server' and (old.account_id, old.status, old.created_at, old.expiry_at)
      is distinct from (new.account_id, new.status, new.created_at, new.expiry_at) then
      update server_search set account_id = new.account_id, status = new.status::server_status, created_at = new.created_at,
          expiry_at = coalesce(new.expiry_at, 'infinity')
        where server_id = new.id;
    end if;
    return null;
  end $$;

  create or replace function delete_server_search() returns trigger language plpgsql as $$
  begin
    delete from server_search where server_id = old.id;
    return null;
  end $$;

  create or replace function search_new_address() returns trigger language plpgsql as $$
  begin
    -- The lower id comes first, as in all code that locks two.
    perform update_search_names(id) from (
      select distinct id from unnest(array[old.server_id, new.server_id]) as id where id is not null order by id) as servers;
    return null;
  end $$;

  drop function drop_cached_names();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SEARCHES_WITHOUT_CACHED_NAMES).execute(db);
}
