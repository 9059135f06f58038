/** Returns the virus scanner settings and the state that the API last observed. */
import type { Database } from '@innkeeper/db/schema';
import { scannerSettings } from '@innkeeper/db/tables/scanner';
import { formatEndpoint, hasScanner } from '@innkeeper/model/scanner';
import type { Kysely } from 'kysely';

export async function scannerView(db: Kysely<Database>) {
  const settings = await scannerSettings(db);
  const { socket, away_since: since, away_error } = settings;
  const set = hasScanner(settings);
  return {
    driver: set ? ('clamd' as const) : ('none' as const),
    socket,
    tcp: socket === null ? formatEndpoint(settings) : null,
    away: !set || since === null ? null : { since, error: away_error ?? '' },
  };
}
