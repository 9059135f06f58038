/** Checks the virus scanner for files of customers. Returns no finding if no scanner is configured. */
import type { Database } from '@innkeeper/db/schema';
import { scannerSettings } from '@innkeeper/db/tables/scanner';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { checkScanner } from '@innkeeper/engine/scanner/check';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { hasScanner, SELF_CHECK_KEY } from '@innkeeper/model/support/scanner';
import type { Kysely } from 'kysely';

/**
 * Checks the scanner, and also reports the API's error if the API cannot use the scanner. The API runs as an unprivileged user, so its
 * calls may fail where the doctor's succeed, for example at a socket.
 */
export async function checkVirusScanner(db: Kysely<Database>, scanners: Scanners): Promise<HostFinding[]> {
  const settings = await scannerSettings(db);
  if (!hasScanner(settings)) return [];
  const findings = await checkScanner(scanners(settings, SELF_CHECK_KEY), settings);
  const { away_since, away_error } = settings;
  if (away_since === null) return findings;
  const why = `the API cannot use it since ${away_since.toISOString()}: ${away_error}`;
  const remedy = 'the user of the API must reach the socket; the alert closes within 5 minutes after the repair';
  return [...findings, { name: 'virus scanner', ok: false, why, remedy }];
}
