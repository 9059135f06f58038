/** Checks that no proxy forwards requests without being named in `api.trust_proxy`. */
import type { Database } from '@innkeeper/db/schema';
import { openAlertsOf } from '@innkeeper/db/tables/alerts';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { Kysely } from 'kysely';

/** Returns a finding while the alert of the API is open. */
export async function checkProxy(db: Kysely<Database>): Promise<HostFinding[]> {
  if ((await openAlertsOf(db, 'unknown_proxy')).length === 0) return [];
  const why = 'forwards requests that api.trust_proxy does not name, so all its clients count as this machine';
  const remedy = './innkeeper up --trust-proxy ADDRESS --public-url URL, then ./innkeeper alert close';
  return [{ name: 'proxy', ok: 'warn', why, remedy }];
}
