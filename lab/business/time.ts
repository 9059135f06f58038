/** Advances the time of a business simulation. The jobs of services that are up run meanwhile, and some jobs are killed. */
import { hours } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { sweep } from '@innkeeper/workflows/runner/sweep';
import { TEST_TIMINGS } from '../torture/test-timings.ts';
import type { Business } from './business.ts';
import { listJobs } from './jobs.ts';

/** Services that are up. */
export interface RunningServices {
  api: boolean;
  worker: boolean;
}

export interface SimulatedTime {
  /** Lets time pass without acts of people. */
  pass(ms: number, up?: RunningServices): Promise<void>;
  /** Runs the jobs and finishes the workflows. */
  work(up?: RunningServices): Promise<void>;
  killed(): number;
}

/** One run of a job in this many kills its process. */
const KILLS = 120;
/** Upper bound for the random number of uses of clock and database after which the process is killed. */
const USES = 60;
const BOTH: RunningServices = { api: true, worker: true };
/** Longest step of the clock in milliseconds. A longer gap between heartbeats would count as an outage (`model/installation/outage.ts`). */
const STEP_MS = hours(12);

export function openTime(business: Business): SimulatedTime {
  const { place, random, seed, gateways, bank, tell } = business;
  const { clock, lab, engine, jobs, worker } = place;
  const all = listJobs({ seed, engine, clock, settings: place.settings });
  const kinds = Object.values(DEFINITIONS).map(({ kind }) => kind);
  let killed = 0;

  /** Writes the heartbeat of a service, as if it had been sent each minute. */
  async function beat(service: 'api' | 'worker'): Promise<void> {
    await lab.db
      .insertInto('service_beats')
      .values({ service, beat_at: clock.now() })
      .onConflict((oc) => oc.column('service').doUpdateSet({ beat_at: clock.now() }))
      .execute();
  }

  /** Runs a job and returns false if it was killed midway. Uncommitted changes are lost. */
  async function survives(name: string, run: () => Promise<unknown>): Promise<boolean> {
    const use = random.oneIn(KILLS) ? 1 + random.below(USES) : null;
    if (use === null) {
      await run();
      return true;
    }
    jobs.dieAt(use);
    const error = await Promise.resolve()
      .then(run)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    const died = jobs.revive();
    if (!died && error !== undefined) throw error;
    if (!died) return true;
    killed += 1;
    tell(`  killed in ${name}, use ${use}`);
    return false;
  }

  async function runJobs(): Promise<boolean> {
    if (worker.runJobs) return worker.runJobs();
    const hands = { db: jobs.db, clock: jobs.clock };
    await sweep(lab.db, { kinds, now: clock.now(), timings: TEST_TIMINGS, settings: place.settings });
    for (const { name, ofNode, run } of all)
      if (ofNode) await run(hands);
      else if (!(await survives(name, () => run(hands)))) return false;
    return true;
  }

  async function work(up: RunningServices = BOTH): Promise<void> {
    // After an outage of both services, one of them returns first.
    const apiFirst = random.oneIn(2);
    const api = async () => {
      if (up.api) await place.api.runJobs();
    };
    if (apiFirst) await api();
    if (up.worker) {
      await sweep(lab.db, { kinds, now: clock.now(), timings: TEST_TIMINGS, settings: place.settings });
      await worker.start();
      while (!(await runJobs())) {
        await worker.stop();
        await worker.start();
      }
      await worker.settle();
    } else await worker.stop();
    if (!apiFirst) await api();
    await gateways.notice();
    await bank.notice();
  }

  return {
    killed: () => killed,
    work,
    async pass(ms, up = BOTH) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.pass(Math.min(left, STEP_MS));
        if (up.api) await beat('api');
        if (up.worker) await beat('worker');
        for (const line of await gateways.pass(up.api)) tell(`  ${line}`);
        await work(up);
      }
    },
  };
}
