/** A business at random, under a clock that hurries: acts of customers, payers and operators, and the jobs that answer for them. */
import { days } from '@innkeeper/model/clock';
import type { TestDatabase } from '../database.ts';
import { digestBooks, showBooks } from './books.ts';
import type { Business } from './business.ts';
import { checkBooks, checkNode } from './checks.ts';
import { liveADay } from './day.ts';
import { openBank } from './outside/bank.ts';
import { openGateways } from './outside/gateways.ts';
import { PATIENCE_MS } from './overdue.ts';
import { openPlace } from './place.ts';
import type { Program } from './processes/apart.ts';
import { randomOf } from './random.ts';
import { openShop } from './shop.ts';
import { openTime } from './time.ts';

export interface BusinessWanted {
  seed: number;
  days: number;
  /** About so many acts a day. */
  actsADay?: number;
  /** Asked each day. */
  goOn?: () => boolean;
  /** Told each line of the journal. */
  told?: (line: string) => void;
  /** ISO 4217; default: EUR. */
  currency?: string;
  database?: TestDatabase;
  /** Absent: API and worker are part of this process (place.ts). */
  program?: Program;
}

export interface BusinessDone {
  /** Sentences; none: the books are clean. */
  findings: string[];
  journal: readonly string[];
  /** How often each act was done. */
  acts: Record<string, number>;
  days: number;
  digests: Record<string, string>;
  books: string[];
}

const CHECKED_EVERY = 30;
export async function runBusiness(wanted: BusinessWanted): Promise<BusinessDone> {
  const { seed, actsADay = 4, goOn = () => true, told = () => {}, currency, database, program } = wanted;
  const place = await openPlace({
    seed,
    ...(currency && { currency }),
    ...(database && { database }),
    ...(program && { program }),
  });
  const journal: string[] = [];
  const tell = (line: string) => {
    journal.push(line);
    told(line);
  };
  const acts: Record<string, number> = {};
  const count = (name: string) => {
    acts[name] = (acts[name] ?? 0) + 1;
  };
  try {
    const random = randomOf(seed);
    const gateways = openGateways(place, random);
    const bank = openBank(place, random);
    const { customers, imageId } = await openShop(place);
    const business: Business = { seed, place, random, customers, gateways, bank, imageId, tell };
    const time = openTime(business);
    await place.worker.start();
    let day = 0;
    let awayAt = new Date(0);
    const calm = () => place.clock.now().getTime() - awayAt.getTime() > PATIENCE_MS + days(1);
    const end = async (findings: string[]): Promise<BusinessDone> => {
      acts['a job killed midway'] = time.killed();
      for (const [what, times] of Object.entries(place.deaths())) acts[`${what} killed midway`] = times;
      return { findings, journal, acts, days: day, digests: await digestBooks(place), books: await showBooks(place) };
    };
    try {
      for (day = 1; day <= wanted.days && goOn(); day += 1) {
        if (await liveADay(business, { time, actsADay, count })) awayAt = place.clock.now();
        if (day % CHECKED_EVERY !== 0) continue;
        const found = await checkBooks(business, { calm: calm() });
        tell(`day ${day}: ${Object.values(await digestBooks(place)).join(', ')}`);
        if (found.length > 0) return await end(found);
      }
      tell('the end');
      await time.pass(days(7));
      return await end([...(await checkBooks(business, { calm: true })), ...(await checkNode(place))]);
    } catch (error) {
      return await end([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    }
  } finally {
    await place.close();
  }
}
