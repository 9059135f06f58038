/**
 * A look for due work: whether any job that has a condition has something to do is asked in one statement, since a worker that has nothing to do asks
 * it every second. A job runs when its condition holds, or when something of it that failed is to be tried again.
 *
 * PostgreSQL refuses the statement as a whole when one condition fails. Then each is asked by itself; the job of one that fails runs at its pauses
 * as if work were due, and the operator is told.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isDatabaseUnavailable } from '@innkeeper/db/transaction';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Between two looks. */
export const LOOK_EVERY_MS = 1_000;

/** A job that runs when there is work for it. */
export interface Conditional {
  readonly name: string;
  /** It is not asked for again, and does not run again, for so long. */
  readonly everyMs: number;
  /** Whether there may be work, by the clock; a condition that an index answers. */
  readonly due: (now: Date) => RawBuilder<boolean>;
}

type LookContext = Pick<JobContext, 'db' | 'clock'>;

export interface Look<J extends Conditional> {
  /** Those that are due, of those whose pause is over and which do not run. */
  due(cx: LookContext): Promise<J[]>;
  /** Its run has begun, and ended: the pause is counted from there. */
  began(job: J): void;
  ended(job: J): void;
}

export function openLook<J extends Conditional>(jobs: readonly J[]): Look<J> {
  /** How many looks each leaves out yet. */
  const left = new Map<J, number>();
  const running = new Set<J>();
  const pause = (job: J): void => void left.set(job, Math.ceil(job.everyMs / LOOK_EVERY_MS) - 1);
  /** Whether alerts of conditions may be open; at first those of a process before this one. */
  let alerted = true;

  /** What `ask` does for all at once, one by one. */
  async function askApart(cx: LookContext, asked: ReadonlySet<J>): Promise<J[]> {
    const due: J[] = [];
    for (const job of asked) {
      const alert = { kind: ALERT, key: `job:${job.name}` } as const;
      try {
        due.push(...(await ask(cx, [job], new Set([job]))));
        await resolveAlerts(cx.db, alert, cx.clock.now());
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        const message = `The condition of the job ${job.name} failed, so the job runs on every poll: ${String(error)}`;
        await alertOnce(cx.db, { ...alert, message });
        alerted = true;
        due.push(job);
      }
    }
    return due;
  }

  return {
    async due(cx) {
      const asked = new Set(jobs.filter((job) => !running.has(job) && (left.get(job) ?? 0) <= 0));
      for (const job of jobs) left.set(job, (left.get(job) ?? 0) - 1);
      if (asked.size === 0) return [];
      for (const job of asked) pause(job);
      try {
        const due = await ask(cx, jobs, asked);
        if (alerted) await resolveAlerts(cx.db, { kind: ALERT }, cx.clock.now());
        alerted = false;
        return due;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        return askApart(cx, asked);
      }
    },
    began: (job) => void running.add(job),
    ended(job) {
      running.delete(job);
      pause(job);
    },
  };
}

const ALERT = 'job_condition_failed';

/** Of `asked`, those that are due, by one statement. Its text depends on `jobs` only, so that it is planned once. */
async function ask<J extends Conditional>({ db, clock }: LookContext, jobs: readonly J[], asked: ReadonlySet<J>): Promise<J[]> {
  const now = clock.now();
  const conditions = jobs.map((job) => sql`${asked.has(job)}::boolean and (${job.due(now)})`);
  const { rows } = await sql<{ conditions: boolean[]; failed: string[] }>`
    select array[${sql.join(conditions)}] as conditions,
      array(select distinct work from due_failures where next_at <= ${now}) as failed`.execute(db);
  const found = rows[0];
  return jobs.filter((job, i) => asked.has(job) && (found?.conditions[i] === true || found?.failed.includes(job.name)));
}
