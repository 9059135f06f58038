/**
 * Polls for due jobs. One statement evaluates the conditions of all jobs, because even an idle worker runs it every second. A job runs if
 * its condition holds, or if a failed item of it is due for a retry.
 *
 * PostgreSQL rejects the whole statement if one condition fails. Each condition is then evaluated separately. A job whose condition fails
 * runs after each pause (`everyMs`) as if work were due, and the operator gets an alert.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isDatabaseUnavailable } from '@innkeeper/db/transaction';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Interval in milliseconds between polls. */
export const POLL_INTERVAL_MS = 1_000;

/** A job that runs only when there is work for it. */
export interface ConditionalJob {
  readonly name: string;
  /** Minimum time in milliseconds between two evaluations of the condition, and from the end of a run to the next evaluation. */
  readonly everyMs: number;
  /** Returns the condition, which is true if there may be work at `now`. It must be answered by an index. */
  readonly due: (now: Date) => RawBuilder<boolean>;
}

type PollContext = Pick<JobContext, 'db' | 'clock'>;

export interface JobPoll<J extends ConditionalJob> {
  /** Lists the due jobs among those that are not running and whose pause is over. */
  due(cx: PollContext): Promise<J[]>;
  /** Marks the job as running. */
  markStarted(job: J): void;
  /** Marks the job as ended. Its pause starts now. */
  markEnded(job: J): void;
}

export function createJobPoll<J extends ConditionalJob>(jobs: readonly J[]): JobPoll<J> {
  /** Number of polls to skip for each job. */
  const pollsToSkip = new Map<J, number>();
  const running = new Set<J>();
  const pause = (job: J): void => void pollsToSkip.set(job, Math.ceil(job.everyMs / POLL_INTERVAL_MS) - 1);
  /** `true` if alerts about conditions may be open. Initially `true`, because an earlier process may have opened alerts. */
  let alerted = true;

  /** Evaluates the conditions one by one. */
  async function evaluateSeparately(cx: PollContext, candidates: ReadonlySet<J>): Promise<J[]> {
    const due: J[] = [];
    for (const job of candidates) {
      const alert = { kind: ALERT, key: `job:${job.name}` } as const;
      try {
        due.push(...(await queryDueJobs(cx, [job], new Set([job]))));
        await resolveAlerts(cx.db, alert, cx.clock.now());
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        const message = `The condition of the job ${job.name} failed, so the job runs after every pause, as if it had work: ${String(error)}`;
        await alertOnce(cx.db, { ...alert, message });
        alerted = true;
        due.push(job);
      }
    }
    return due;
  }

  return {
    async due(cx) {
      const candidates = new Set(jobs.filter((job) => !running.has(job) && (pollsToSkip.get(job) ?? 0) <= 0));
      for (const job of jobs) pollsToSkip.set(job, (pollsToSkip.get(job) ?? 0) - 1);
      if (candidates.size === 0) return [];
      for (const job of candidates) pause(job);
      try {
        const due = await queryDueJobs(cx, jobs, candidates);
        if (alerted) await resolveAlerts(cx.db, { kind: ALERT }, cx.clock.now());
        alerted = false;
        return due;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        return evaluateSeparately(cx, candidates);
      }
    },
    markStarted: (job) => void running.add(job),
    markEnded(job) {
      running.delete(job);
      pause(job);
    },
  };
}

const ALERT = 'job_condition_failed';

/** Returns the due jobs of `candidates`. Runs one statement whose text depends only on `jobs`, so that PostgreSQL plans it once. */
async function queryDueJobs<J extends ConditionalJob>(
  { db, clock }: PollContext,
  jobs: readonly J[],
  candidates: ReadonlySet<J>,
): Promise<J[]> {
  const now = clock.now();
  const conditions = jobs.map((job) => sql`${candidates.has(job)}::boolean and (${job.due(now)})`);
  const { rows } = await sql<{ conditions: boolean[]; failed: string[] }>`
    select array[${sql.join(conditions)}] as conditions,
      array(select distinct work from due_failures where next_at <= ${now}) as failed`.execute(db);
  const found = rows[0];
  return jobs.filter((job, i) => candidates.has(job) && (found?.conditions[i] === true || found?.failed.includes(job.name)));
}
