/**
 * A notice that names a channel to wake after the commit (db/wake-ups.ts). It has a code of its own. The program psql shows the notice and
 * wakes nobody. Waiting processes also poll every second.
 */
export const WAKE_UPS = `
  create function wake(channel text, payload text) returns void language plpgsql as $$
  begin
    raise notice '%', channel using errcode = '01WAK', detail = payload;
  end $$;
`;
