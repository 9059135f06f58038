/** A business at random, under a clock that hurries: acts of customers, payers and operators, and the jobs that answer for them. */
import { createToken } from '@innkeeper/db/tables/tokens';
import { days, hours, minutes } from '@innkeeper/model/clock';
import type { TestDatabase } from '../database.ts';
import { givenNode, givenSshKey } from '../given.ts';
import { givenSeller } from '../given-invoices.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { CUSTOMER_ACTS } from './acts/customers.ts';
import { MONEY_ACTS } from './acts/money.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { PAYER_ACTS } from './acts/payers.ts';
import { digestBooks, showBooks } from './books.ts';
import type { Business, Customer } from './business.ts';
import { checkBooks, checkNode, NODE } from './checks.ts';
import { openBank } from './outside/bank.ts';
import { openGateways } from './outside/gateways.ts';
import { PATIENCE_MS } from './overdue.ts';
import { openPlace, type Place } from './place.ts';
import { randomOf } from './random.ts';
import { openTime, type Time } from './time.ts';

export interface BusinessWanted {
  seed: number;
  days: number;
  /** About so many acts a day. */
  pace?: number;
  /** Asked each day. */
  goOn?: () => boolean;
  /** Told each line of the journal. */
  told?: (line: string) => void;
  database?: TestDatabase;
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

const ALL = [...CUSTOMER_ACTS, ...MONEY_ACTS, ...OPERATOR_ACTS, ...PAYER_ACTS];
const BY_WEIGHT = ALL.flatMap(([times, name, act]) => Array.from({ length: times }, () => ({ name, act })));
const CHECKED_EVERY = 30;
/** Ticks of a day at most. */
const HOURS = [6, 8, 12, 24];

export async function runBusiness(wanted: BusinessWanted): Promise<BusinessDone> {
  const { seed, pace = 4, goOn = () => true, told = () => {}, database } = wanted;
  const place = await openPlace({ seed, ...(database && { database }) });
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
      acts['a workflow killed midway'] = place.deaths();
      return { findings, journal, acts, days: day, digests: await digestBooks(place), books: await showBooks(place) };
    };
    try {
      for (day = 1; day <= wanted.days && goOn(); day += 1) {
        for (let n = random.below(2 * pace + 1); n > 0; n -= 1) {
          const { name, act } = random.of(BY_WEIGHT);
          const customer = random.of(customers);
          tell(`${place.clock.now().toISOString()} ${name}, account ${customer.accountId}`);
          count(name);
          await act(business, customer);
          await place.worker.settle();
          if (random.oneIn(3)) await time.pass(minutes(1 + random.below(120)));
        }
        if (await passDay(business, time, count)) awayAt = place.clock.now();
        if (day % CHECKED_EVERY !== 0) continue;
        const found = await checkBooks(place, { calm: calm() });
        if (found.length > 0) return await end(found);
      }
      tell('the end');
      await time.pass(days(7));
      return await end([...(await checkBooks(place, { calm: true })), ...(await checkNode(place))]);
    } catch (error) {
      return await end([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    }
  } finally {
    await place.close();
  }
}

/** Or weeks, in which one of the services is away. Returns whether one was. */
async function passDay({ random, bank, place, tell }: Business, time: Time, count: (name: string) => void): Promise<boolean> {
  if (random.oneIn(60)) {
    const away = random.of([
      { api: false, worker: false },
      { api: false, worker: true },
      { api: true, worker: false },
      { api: true, worker: false },
    ]);
    const ms = hours(1 + random.below(24 * 30));
    tell(`${place.clock.now().toISOString()} away for ${ms / hours(1)} hours: ${JSON.stringify(away)}`);
    count(`away: ${away.api ? '' : 'API'}${away.worker ? '' : 'worker'}`);
    if (!away.worker) await place.worker.stop();
    await time.pass(ms, away);
    await time.work();
    return true;
  }
  const tick = random.of(HOURS);
  for (let hour = 0; hour < 24; hour += tick) await time.pass(hours(tick));
  const line = random.oneIn(3) ? await bank.statement() : undefined;
  if (line !== undefined) tell(`  ${line}`);
  return false;
}

const COUNTRIES = ['AT', 'DE', 'FR', 'US', 'DE', 'AT', 'CH', 'FR'];

async function openShop({ lab, operator }: Place): Promise<{ customers: Customer[]; imageId: number }> {
  const { db } = lab;
  await givenNode(db, { name: NODE });
  await givenPaymentMethods(db);
  await givenSeller(db);
  await db
    .insertInto('promo_codes')
    .values([
      { code: 'HALF', percentage: 50, applies_to: 'both' },
      { code: 'TENTH', percentage: 10, applies_to: 'new', most_uses_per_account: 2 },
      { code: 'LONG', percentage: 25, applies_to: 'both', minimum_billing_cycle: 6, most_uses: 20 },
      { code: 'RENEW', percentage: 15, applies_to: 'renewal' },
    ])
    .execute();
  const { id: imageId } = await db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const customers: Customer[] = [];
  for (const [i, country] of COUNTRIES.entries()) {
    const email = `customer-${i + 1}@example.org`;
    const { id: accountId } = await operator.run('createAccount', { email, country, funds: i % 2 === 0 ? '50' : '0' });
    const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const { token } = await createToken(db, { accountId, userId, name: 'given', abilities: ['read', 'write'] });
    const { id: sshKeyId } = await givenSshKey(db, { accountId });
    customers.push({ accountId, email, token, country, sshKeyId });
  }
  return { customers, imageId };
}
