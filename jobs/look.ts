/**
 * A look for due work: whether any job that has a condition has something to do is asked in one statement, since a worker that has nothing to do asks
 * it every second. A job runs when its condition holds, or when something of it that failed is to be tried again.
 */
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

export interface Look<J extends Conditional> {
  /** Those that are due, of those whose pause is over and which do not run. */
  due(cx: Pick<JobContext, 'db' | 'clock'>): Promise<J[]>;
  /** Its run has begun, and ended: the pause is counted from there. */
  began(job: J): void;
  ended(job: J): void;
}

export function openLook<J extends Conditional>(jobs: readonly J[]): Look<J> {
  /** How many looks each leaves out yet. */
  const left = new Map<J, number>();
  const running = new Set<J>();
  const pause = (job: J): void => void left.set(job, Math.ceil(job.everyMs / LOOK_EVERY_MS) - 1);

  return {
    async due({ db, clock }) {
      const asked = new Set(jobs.filter((job) => !running.has(job) && (left.get(job) ?? 0) <= 0));
      for (const job of jobs) left.set(job, (left.get(job) ?? 0) - 1);
      if (asked.size === 0) return [];
      for (const job of asked) pause(job);
      const now = clock.now();
      // The text is always the same, so that it is planned once.
      const conditions = jobs.map((job) => sql`${asked.has(job)}::boolean and (${job.due(now)})`);
      const { rows } = await sql<{ conditions: boolean[]; failed: string[] }>`
        select array[${sql.join(conditions)}] as conditions,
          array(select distinct work from due_failures where next_at <= ${now}) as failed`.execute(db);
      const found = rows[0];
      return jobs.filter((job, i) => asked.has(job) && (found?.conditions[i] === true || found?.failed.includes(job.name)));
    },
    began: (job) => void running.add(job),
    ended(job) {
      running.delete(job);
      pause(job);
    },
  };
}
