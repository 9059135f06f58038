/**
 * How the database says whom the process that commits shall wake afterwards (db/wake-ups.ts): in a notice with a code of its own. psql
 * shows it and wakes nobody; who waits looks each second besides.
 */
export const WAKE_UPS = `
  create function wake(channel text, payload text) returns void language plpgsql as $$
  begin
    raise notice '%', channel using errcode = '01WAK', detail = payload;
  end $$;
`;
