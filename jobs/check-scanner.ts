import { scannerSettings } from '@innkeeper/db/tables/scanner';
import { recordScannerAvailable, recordScannerUnavailable } from '@innkeeper/domain/scanner/scan';
import { createLargestFile } from '@innkeeper/engine/scanner/check';
import { hasScanner, SELF_CHECK_KEY } from '@innkeeper/model/support/scanner';
import type { InboxContext } from './job.ts';

/**
 * Scans a file of the maximum upload size, and opens or closes the alert about the scanner. The operator is notified of a failure before
 * customers notice it, and of the recovery even if no customer uploads a file. Runs in the API, because the API scans the files of
 * customers.
 */
export async function checkScanner(cx: InboxContext): Promise<void> {
  const settings = await scannerSettings(cx.db);
  if (!hasScanner(settings)) return;
  const verdict = await cx.inbox.scanners(settings, SELF_CHECK_KEY).scan(createLargestFile());
  if (verdict.result === 'failed') await recordScannerUnavailable(cx, verdict.why);
  else if (verdict.result !== 'busy' && settings.away_since !== null) await recordScannerAvailable(cx);
}
