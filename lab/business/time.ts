/** Time passes: jobs run as far as there is somebody who runs them, and now and then one of them is killed. */
import { hours } from '@innkeeper/model/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { sweep } from '@innkeeper/workflows/runner/sweep';
import { TEST_TIMINGS } from '../torture/test-timings.ts';
import type { Business } from './business.ts';
import { jobsOf } from './jobs.ts';

/** Who is there. */
export interface Up {
  api: boolean;
  worker: boolean;
}

export interface Time {
  /** Time passes in which nothing else happens. */
  pass(ms: number, up?: Up): Promise<void>;
  /** Jobs run, and workflows end. */
  work(up?: Up): Promise<void>;
  killed(): number;
}

/** One run of a job in so many is the last thing its process does. */
const KILLS = 120;
/** Uses of its clock and its database, of which it does not survive one. */
const USES = 60;
const BOTH: Up = { api: true, worker: true };
/** What is not noticed for so long was an outage (model/outage.ts). */
const STEP_MS = hours(12);

export function openTime(business: Business): Time {
  const { place, random, seed, gateways, bank, tell } = business;
  const { clock, lab, engine, jobs, worker } = place;
  const all = jobsOf({ seed, engine, clock, settings: place.settings });
  const kinds = Object.values(DEFINITIONS).map(({ kind }) => kind);
  let killed = 0;

  /** As if it had told each minute that it is there. */
  async function beat(service: 'api' | 'worker'): Promise<void> {
    await lab.db
      .insertInto('service_beats')
      .values({ service, beat_at: clock.now() })
      .onConflict((oc) => oc.column('service').doUpdateSet({ beat_at: clock.now() }))
      .execute();
  }

  /** Returns false when it was killed midway. What it had not committed is gone. */
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

  async function work(up: Up = BOTH): Promise<void> {
    // After both were away one of them is there first.
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
