/** The virus scanner that files of customers are shown to. Nothing is said where there is none. */
import type { Database } from '@innkeeper/db/schema';
import { scannerSettings } from '@innkeeper/db/tables/scanner';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import { checkScanner } from '@innkeeper/engine/scanner/check';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { hasScanner, OWN_TURN } from '@innkeeper/model/scanner';
import type { Kysely } from 'kysely';

/** The API asks it as a user without rights, and may see what the doctor does not: a socket that it can't reach. */
export async function lookAtScanner(db: Kysely<Database>, scanners: Scanners): Promise<HostFinding[]> {
  const settings = await scannerSettings(db);
  if (!hasScanner(settings)) return [];
  const findings = await checkScanner(scanners(settings, OWN_TURN), settings);
  const { away_since, away_error } = settings;
  if (away_since === null) return findings;
  const why = `the API cannot use it since ${away_since.toISOString()}: ${away_error}`;
  const remedy = 'the user of the API must reach the socket; the alert closes within 5 minutes after the repair';
  return [...findings, { name: 'virus scanner', ok: false, why, remedy }];
}
