import { scannerSettings } from '@innkeeper/db/tables/scanner';
import { scannerIsAway, scannerIsBack } from '@innkeeper/domain/scanner/scan';
import { largestFile } from '@innkeeper/engine/scanner/check';
import { hasScanner, OWN_TURN } from '@innkeeper/model/scanner';
import type { InboxContext } from './job.ts';

/**
 * Whether the virus scanner reads a file as large as any, by the API, which asks it for customers: the operator is told before they meet it, and when it
 * is well again though nobody sends a file.
 */
export async function lookAtScanner(cx: InboxContext): Promise<void> {
  const settings = await scannerSettings(cx.db);
  if (!hasScanner(settings)) return;
  const verdict = await cx.inbox.scanners(settings, OWN_TURN).scan(largestFile());
  if (verdict.result === 'failed') await scannerIsAway(cx, verdict.why);
  else if (verdict.result !== 'busy' && settings.away_since !== null) await scannerIsBack(cx);
}
