/**
 * Shows files to the operator's virus scanner before anything is written about them, outside of any transaction: it may take a minute. A file
 * that it could not look at is not taken.
 */
import type { Readable } from 'node:stream';
import { sideBySide } from '@innkeeper/db/side-by-side';
import { noteScannerAway, noteScannerBack, scannerSettings } from '@innkeeper/db/tables/scanner';
import { Failure } from '@innkeeper/model/failures';
import { hasScanner, type ScannerPlace, type Verdict } from '@innkeeper/model/scanner';
import { type Cx, transact } from '../context.ts';

/** What looks at files, as engine/scanner has it. */
export type Scanners = (place: ScannerPlace, whose: string) => { scan(content: Readable): Promise<Verdict> };

/** Of a process that has no way to any. */
export const NO_SCANNERS: Scanners = () => ({
  async scan(content) {
    content.destroy();
    return { result: 'failed', why: 'this process has no way to it' };
  },
});

/** Of the file at this place of those that were shown: what the scanner calls it. */
export interface Infected {
  at: number;
  name: string;
}

/** Seconds until a file may be sent again. */
const RETRY_SECONDS = 60;

/**
 * Opens the files, and returns those that are infected; without a scanner none is opened. Throws `scanner_unavailable` when it
 * says nothing of one: the operator is told once, unless it only had too much to do. `whose`: as in `whoseTurn`. `atOnce`: how many are shown to it
 * at a time; all of them unless given.
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
  // Together they take no longer than one may take, and whoever sent a form has a connection that is closed after 2 minutes without a byte.
  const verdicts: Verdict[] = [];
  /** After which no other is shown to it: none of them is taken without all. */
  let silence: Verdict | undefined;
  await sideBySide([...files.entries()], atOnce ?? files.length, async ([at, open]) => {
    const verdict = silence ?? (await scanner.scan(await open()));
    if ('why' in verdict) silence = verdict;
    verdicts[at] = verdict;
  });
  const failed = verdicts.find((verdict) => verdict.result === 'failed');
  if (failed) {
    await scannerIsAway(cx, failed.why);
    throw unavailable(failed.why);
  }
  if (settings.away_since !== null && verdicts.some(({ result }) => result !== 'busy')) await scannerIsBack(cx);
  const busy = verdicts.find((verdict) => verdict.result === 'busy');
  if (busy) throw unavailable(busy.why);
  return verdicts.flatMap((verdict, at) => (verdict.result === 'infected' ? [{ at, name: verdict.name }] : []));
}

const unavailable = (why: string): Failure => new Failure('scanner_unavailable', { retryAfter: RETRY_SECONDS, internal: why });

export const scannerIsAway = (cx: Cx, error: string): Promise<void> =>
  transact(cx, ({ db, clock }) => noteScannerAway(db, { error, now: clock.now() }));

export const scannerIsBack = (cx: Cx): Promise<void> => transact(cx, ({ db, clock }) => noteScannerBack(db, clock.now()));
