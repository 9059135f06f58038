/** How the database says whom the process that commits shall wake afterwards (db/wake-ups.ts). */
export const WAKE_UPS = `
  create function wake(channel text, payload text) returns void language plpgsql as $$
  begin
    raise notice '%', channel using errcode = '01WAK', detail = payload;
  end $$;
`;
