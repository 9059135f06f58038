/** A day of the business: what people do, and the hours; now and then weeks in which a service is away. */
import { days, hours, minutes } from '@innkeeper/model/clock';
import { CUSTOMER_ACTS } from './acts/customers.ts';
import { FLOATING_IP_ACTS } from './acts/floating-ips.ts';
import { MONEY_ACTS } from './acts/money.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { PAYER_ACTS } from './acts/payers.ts';
import { SUPPORT_PLAN_ACTS } from './acts/support-plans.ts';
import type { Business } from './business.ts';
import type { Time, Up } from './time.ts';

interface Living {
  time: Time;
  /** About so many acts a day. */
  actsADay: number;
  count(name: string): void;
}

const ALL = [...CUSTOMER_ACTS, ...FLOATING_IP_ACTS, ...MONEY_ACTS, ...OPERATOR_ACTS, ...PAYER_ACTS, ...SUPPORT_PLAN_ACTS];
const BY_WEIGHT = ALL.flatMap(([times, name, act]) => Array.from({ length: times }, () => ({ name, act })));
/** Between two runs of the jobs. */
const HOURS = [6, 8, 12, 24];
const OUTAGES: readonly Up[] = [
  { api: false, worker: false },
  { api: false, worker: true },
  { api: true, worker: false },
  { api: true, worker: false },
];

/** Returns whether a service was away. */
export async function liveADay(business: Business, living: Living): Promise<boolean> {
  const { random, bank, place, tell } = business;
  const { time, actsADay } = living;
  for (let n = random.below(2 * actsADay + 1); n > 0; n -= 1) {
    await act(business, living);
    if (random.oneIn(3)) await time.pass(minutes(1 + random.below(120)));
  }
  if (random.oneIn(60)) {
    await beAway(business, living);
    return true;
  }
  const tick = random.of(HOURS);
  for (let hour = 0; hour < 24; hour += tick) await time.pass(hours(tick));
  const line = random.oneIn(3) ? await bank.statement() : undefined;
  if (line !== undefined) tell(`  ${line}`);
  await place.worker.settle();
  return false;
}

/** One thing that somebody does. What it begins is done by the worker before the next, if there is one. */
async function act(business: Business, { count }: Living): Promise<void> {
  const { random, place, customers, tell } = business;
  const one = random.of(BY_WEIGHT);
  const customer = random.of(customers);
  tell(`${place.clock.now().toISOString()} ${one.name}, account ${customer.accountId}`);
  count(one.name);
  await one.act(business, customer);
  await place.worker.settle();
}

/** An hour to a month. Without a worker people go on. */
async function beAway(business: Business, living: Living): Promise<void> {
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
