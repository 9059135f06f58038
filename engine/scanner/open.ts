/** Opens the scanner that the operator has chosen, and limits the number of files that this process scans concurrently. */
import type { Readable } from 'node:stream';
import type { ScannerEndpoint, ScanVerdict } from '@innkeeper/model/support/scanner';
import { openClamd } from './clamd.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { NONE } from './none.ts';
import type { Scanner, Scanners } from './port.ts';

export interface ScanLimits {
  /** Maximum number of concurrent scans. One key gets at most half of them. */
  concurrency: number;
  /** Time in milliseconds that a file waits for its turn. */
  waitMs: number;
  /** Timeout of a scan in milliseconds, by default the driver's own. */
  scanMs?: number;
}

/** clamd has 10 threads by default, which other programs may use too. */
const LIMITS: ScanLimits = { concurrency: 4, waitMs: 30_000 };

export function openScanners(limits: Partial<ScanLimits> = {}): Scanners {
  const { concurrency, waitMs, scanMs } = { ...LIMITS, ...limits };
  const semaphore = createFairSemaphore({ all: concurrency, maxPerKey: Math.max(1, Math.floor(concurrency / 2)) });
  return (place, whose) => {
    const driver = driverOf(place, scanMs === undefined ? {} : { scanMs });
    if (driver === NONE) return driver;
    return {
      name: driver.name,
      async scan(content: Readable): Promise<ScanVerdict> {
        if (!(await semaphore.acquire(whose, waitMs))) {
          content.destroy();
          return { result: 'busy', why: `other files took all of its time for ${waitMs / 1_000} s` };
        }
        return driver.scan(content).finally(() => semaphore.release(whose));
      },
    };
  };
}

function driverOf({ socket, host, port }: ScannerEndpoint, limits: { scanMs?: number }): Scanner {
  if (socket !== null) return openClamd({ path: socket }, limits);
  if (host !== null && port !== null) return openClamd({ host, port }, limits);
  return NONE;
}
