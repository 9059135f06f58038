/**
 * Scans files with the operator's virus scanner, before anything is written about them. A scan may take a minute, so it runs outside of any
 * transaction. A file that could not be scanned is not accepted.
 */
import type { Readable } from 'node:stream';
import { forEachConcurrently } from '@innkeeper/db/for-each-concurrently';
import { markScannerAvailable, markScannerUnavailable, scannerSettings } from '@innkeeper/db/tables/scanner';
import { Failure } from '@innkeeper/model/failures';
import { hasScanner, type ScannerEndpoint, type ScanVerdict } from '@innkeeper/model/support/scanner';
import { type Cx, transact } from '../context.ts';

/** Returns a scanner for a fairness key. engine/scanner implements it. */
export type Scanners = (place: ScannerEndpoint, whose: string) => { scan(content: Readable): Promise<ScanVerdict> };

/** Scanners of a process that cannot reach any. */
export const NO_SCANNERS: Scanners = () => ({
  async scan(content) {
    content.destroy();
    return { result: 'failed', why: 'this process has no way to it' };
  },
});

/** An infected file: `at` is its position in the list of scanned files, `name` the name of the virus. */
export interface Infected {
  at: number;
  name: string;
}

/** Delay in seconds before a file may be sent again. */
const RETRY_SECONDS = 60;

/**
 * Opens and scans the files, and returns the infected ones. Without a configured scanner no file is opened.
 *
 * Throws `scanner_unavailable` if a file cannot be scanned. The failure opens one alert, unless the scanner was only busy. `whose` is the
 * fairness key, as from `fairnessKey`. `atOnce` is the number of files scanned concurrently, by default all of them.
 */
export async function scanFiles(
  cx: Cx,
  { scanners, whose, atOnce }: { scanners: Scanners; whose: string; atOnce?: number },
  files: readonly (() => Promise<Readable> | Readable)[],
): Promise<Infected[]> {
  if (files.length === 0) return [];
  const settings = await scannerSettings(cx.db);
  if (!hasScanner(settings)) return [];
  const scanner = scanners(settings, whose);
  // Concurrent scans take no longer than one file may take. The connection of an uploaded form closes after 2 minutes without a byte.
  const verdicts: ScanVerdict[] = [];
  /** First failed verdict. No other file is scanned after it, because files are only accepted together. */
  let failedVerdict: ScanVerdict | undefined;
  await forEachConcurrently([...files.entries()], atOnce ?? files.length, async ([at, open]) => {
    const verdict = failedVerdict ?? (await scanner.scan(await open()));
    if ('why' in verdict) failedVerdict = verdict;
    verdicts[at] = verdict;
  });
  const failed = verdicts.find((verdict) => verdict.result === 'failed');
  if (failed) {
    await recordScannerUnavailable(cx, failed.why);
    throw unavailable(failed.why);
  }
  if (settings.away_since !== null && verdicts.some(({ result }) => result !== 'busy')) await recordScannerAvailable(cx);
  const busy = verdicts.find((verdict) => verdict.result === 'busy');
  if (busy) throw unavailable(busy.why);
  return verdicts.flatMap((verdict, at) => (verdict.result === 'infected' ? [{ at, name: verdict.name }] : []));
}

const unavailable = (why: string): Failure => new Failure('scanner_unavailable', { retryAfter: RETRY_SECONDS, internal: why });

/** Marks the scanner as unavailable and opens an alert. */
export const recordScannerUnavailable = (cx: Cx, error: string): Promise<void> =>
  transact(cx, ({ db, clock }) => markScannerUnavailable(db, { error, now: clock.now() }));

/** Marks the scanner as available again and resolves its alert. */
export const recordScannerAvailable = (cx: Cx): Promise<void> =>
  transact(cx, ({ db, clock }) => markScannerAvailable(db, clock.now()));
