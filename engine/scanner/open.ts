/** The scanner that the operator has chosen, and how many files it looks at in this process at the same time. */
import type { Readable } from 'node:stream';
import type { ScannerPlace, Verdict } from '@innkeeper/model/scanner';
import { openClamd } from './clamd.ts';
import { NONE } from './none.ts';
import { openPlaces } from './places.ts';
import type { Scanner, Scanners } from './port.ts';

export interface ScanLimits {
  /** Of all; half of it for one key. */
  atOnce: number;
  /** How long a file waits for its turn. */
  waitMs: number;
  /** Of a scan; the driver's own unless given. */
  scanMs?: number;
}

/** clamd has 10 threads unless told otherwise, and other programs may ask it too. */
const LIMITS: ScanLimits = { atOnce: 4, waitMs: 30_000 };

export function openScanners(limits: Partial<ScanLimits> = {}): Scanners {
  const { atOnce, waitMs, scanMs } = { ...LIMITS, ...limits };
  const places = openPlaces({ all: atOnce, ofKey: Math.max(1, Math.floor(atOnce / 2)) });
  return (place, whose) => {
    const driver = driverOf(place, scanMs === undefined ? {} : { scanMs });
    if (driver === NONE) return driver;
    return {
      name: driver.name,
      async scan(content: Readable): Promise<Verdict> {
        if (!(await places.take(whose, waitMs))) {
          content.destroy();
          return { result: 'busy', why: `other files took all of its time for ${waitMs / 1_000} s` };
        }
        return driver.scan(content).finally(() => places.give(whose));
      },
    };
  };
}

function driverOf({ socket, host, port }: ScannerPlace, limits: { scanMs?: number }): Scanner {
  if (socket !== null) return openClamd({ path: socket }, limits);
  if (host !== null && port !== null) return openClamd({ host, port }, limits);
  return NONE;
}
