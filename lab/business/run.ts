/** Runs a random business with an accelerated clock: acts of customers, payers and operators, and the jobs that process them. */
import { days } from '@innkeeper/model/time/clock';
import type { TestDatabase } from '../database.ts';
import { digestBooks, showBooks } from './books.ts';
import type { Business } from './business.ts';
import { checkBooks, checkNode } from './checks.ts';
import { simulateDay } from './day.ts';
import { openBank } from './outside/bank.ts';
import { openGateways } from './outside/gateways.ts';
import { OVERDUE_AFTER_MS } from './overdue.ts';
import type { Program } from './processes/separate-processes.ts';
import { openRandom } from './random.ts';
import { openShop } from './shop.ts';
import { openSimulation } from './simulation.ts';
import { openTime } from './time.ts';

export interface BusinessOptions {
  seed: number;
  days: number;
  /** Approximate number of acts a day. */
  actsADay?: number;
  /** Called each day. Returns false to end the simulation. */
  shouldContinue?: () => boolean;
  /** Called with each line of the journal. */
  onJournalLine?: (line: string) => void;
  /** ISO 4217 code, EUR by default. */
  currency?: string;
  database?: TestDatabase;
  /** Program of API and worker processes. Both are part of this process by default (`place.ts`). */
  program?: Program;
}

export interface BusinessResult {
  /** One sentence for each finding. No findings if the books are clean. */
  findings: string[];
  journal: readonly string[];
  /** Number of times that each act was done. */
  acts: Record<string, number>;
  days: number;
  digests: Record<string, string>;
  books: string[];
}

const CHECKED_EVERY = 30;
/** Runs one simulation. Returns its findings, journal and books. */
export async function runBusiness(options: BusinessOptions): Promise<BusinessResult> {
  const { seed, actsADay = 4, shouldContinue = () => true, onJournalLine = () => {}, currency, database, program } = options;
  const place = await openSimulation({
    seed,
    ...(currency && { currency }),
    ...(database && { database }),
    ...(program && { program }),
  });
  const journal: string[] = [];
  const tell = (line: string) => {
    journal.push(line);
    onJournalLine(line);
  };
  const acts: Record<string, number> = {};
  const count = (name: string) => {
    acts[name] = (acts[name] ?? 0) + 1;
  };
  try {
    const random = openRandom(seed);
    const gateways = openGateways(place, random);
    const bank = openBank(place, random);
    const { customers, imageId } = await openShop(place);
    const business: Business = { seed, place, random, customers, gateways, bank, imageId, tell };
    const time = openTime(business);
    await place.worker.start();
    let day = 0;
    let awayAt = new Date(0);
    const calm = () => place.clock.now().getTime() - awayAt.getTime() > OVERDUE_AFTER_MS + days(1);
    const end = async (findings: string[]): Promise<BusinessResult> => {
      acts['a job killed midway'] = time.killed();
      for (const [what, times] of Object.entries(place.deaths())) acts[`${what} killed midway`] = times;
      return { findings, journal, acts, days: day, digests: await digestBooks(place), books: await showBooks(place) };
    };
    try {
      for (day = 1; day <= options.days && shouldContinue(); day += 1) {
        if (await simulateDay(business, { time, actsADay, count })) awayAt = place.clock.now();
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
