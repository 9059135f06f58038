/** Simulates a day of the business: acts of people, and hours in which jobs run. Sometimes a service is down for up to a month. */
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { CUSTOMER_ACTS } from './acts/customers.ts';
import { END_ACTS } from './acts/ends.ts';
import { FLOATING_IP_ACTS } from './acts/floating-ips.ts';
import { MONEY_ACTS } from './acts/money.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { PAYER_ACTS } from './acts/payers.ts';
import { SUPPORT_PLAN_ACTS } from './acts/support-plans.ts';
import type { Business } from './business.ts';
import type { RunningServices, SimulatedTime } from './time.ts';

interface DayOptions {
  time: SimulatedTime;
  /** Approximate number of acts a day. */
  actsADay: number;
  count(name: string): void;
}

const ALL = [
  ...CUSTOMER_ACTS,
  ...END_ACTS,
  ...FLOATING_IP_ACTS,
  ...MONEY_ACTS,
  ...OPERATOR_ACTS,
  ...PAYER_ACTS,
  ...SUPPORT_PLAN_ACTS,
];
const BY_WEIGHT = ALL.flatMap(([times, name, act]) => Array.from({ length: times }, () => ({ name, act })));
/** Hours between two runs of the jobs. */
const HOURS = [6, 8, 12, 24];
const OUTAGES: readonly RunningServices[] = [
  { api: false, worker: false },
  { api: false, worker: true },
  { api: true, worker: false },
  { api: true, worker: false },
];

/** Simulates a day. Returns whether a service was down. */
export async function simulateDay(business: Business, options: DayOptions): Promise<boolean> {
  const { random, bank, place, tell } = business;
  const { time, actsADay } = options;
  for (let n = random.below(2 * actsADay + 1); n > 0; n -= 1) {
    await act(business, options);
    if (random.oneIn(3)) await time.pass(minutes(1 + random.below(120)));
  }
  if (random.oneIn(60)) {
    await simulateOutage(business, options);
    return true;
  }
  const tick = random.of(HOURS);
  for (let hour = 0; hour < 24; hour += tick) await time.pass(hours(tick));
  const line = random.oneIn(3) ? await bank.statement() : undefined;
  if (line !== undefined) tell(`  ${line}`);
  await place.worker.settle();
  return false;
}

/** Runs one random act. If the worker is up, it finishes the resulting workflows before the next act. */
async function act(business: Business, { count }: DayOptions): Promise<void> {
  const { random, place, customers, tell } = business;
  const one = random.of(BY_WEIGHT);
  const customer = random.of(customers);
  tell(`${place.clock.now().toISOString()} ${one.name}, account ${customer.accountId}`);
  count(one.name);
  await one.act(business, customer);
  await place.worker.settle();
}

/** Simulates an outage of an hour to a month. People continue to act while the API is up. */
async function simulateOutage(business: Business, living: DayOptions): Promise<void> {
  const { random, place, tell } = business;
  const { time, actsADay, count } = living;
  const up = random.of(OUTAGES);
  const ms = random.oneIn(3) ? hours(1 + random.below(24)) : days(1 + random.below(30));
  tell(`${place.clock.now().toISOString()} away for ${ms / hours(1)} hours: ${JSON.stringify(up)}`);
  count(`away: ${[up.api ? [] : 'API', up.worker ? [] : 'worker'].flat().join(' and ')}`);
  if (!up.worker) await place.worker.stop();
  for (let left = ms; left > 0; left -= days(1)) {
    if (up.api && random.oneIn(2)) for (let n = random.below(actsADay + 1); n > 0; n -= 1) await act(business, living);
    await time.pass(Math.min(left, days(1)), up);
  }
  await time.work();
}
