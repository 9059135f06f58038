/**
 * Opens an alert for a job that failed three times in a row, and closes the alert at the next success. The counting is not a job itself, so
 * it works while jobs fail.
 */
import { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isDatabaseDown } from '@innkeeper/db/transaction';
import type { JobContext } from '../job.ts';

const KIND = 'job_failed';
const FAILURES_BEFORE_ALERT = 3;

/** Records the outcomes of job runs. Neither method throws. */
export interface JobFailures {
  succeeded(name: string): Promise<void>;
  failed(name: string, error: unknown): Promise<void>;
}

interface FailuresContext extends Pick<JobContext, 'db' | 'clock'> {
  log: { error(fields: object, message: string): void };
}

interface Runner {
  /**
   * Name of the node whose worker runs the jobs, or `undefined` for the API. Each worker closes only its own alerts, because another worker
   * may still fail.
   */
  node?: string | undefined;
  /** Names of all jobs that this process may run. */
  jobs: Iterable<string>;
}

export const jobFailureKey = (name: string, node: string | undefined): string =>
  node === undefined ? `job:${name}` : `job:${name}@${node}`;

/** Creates the counters of a process. Counts start at 0 with each process. */
export function openJobFailures({ db, clock, log }: FailuresContext, { node, jobs }: Runner): JobFailures {
  const inARow = new Map<string, number>();
  /** Open alert keys of this process and of earlier processes. `undefined` until they are read. */
  let open: Set<string> | undefined;
  const keyOf = (name: string): string => jobFailureKey(name, node);
  const isOwn = (key: string): boolean => key === keyOf(/^job:([^@]*)/.exec(key)?.[1] ?? '');

  /** Reads the open keys. Closes alerts of jobs that no longer exist in this release, because no run would close them. */
  const readOpen = async (): Promise<Set<string>> => {
    if (open) return open;
    const own = (await openAlertsOf(db, KIND)).map(({ key }) => key).filter(isOwn);
    const known = new Set(Array.from(jobs, keyOf));
    for (const key of own) if (!known.has(key)) await resolveAlerts(db, { kind: KIND, key }, clock.now());
    open ??= new Set(own.filter((key) => known.has(key)));
    return open;
  };
  const logged = (act: Promise<unknown>): Promise<void> =>
    act.then(
      () => {},
      (error: unknown) => {
        if (!isDatabaseDown(error)) log.error({ err: error }, 'the alert job_failed was not written');
      },
    );

  async function close(key: string): Promise<void> {
    const keys = await readOpen();
    if (!keys.has(key)) return;
    await resolveAlerts(db, { kind: KIND, key }, clock.now());
    keys.delete(key);
  }

  async function alert(name: string, error: unknown): Promise<void> {
    const where = node === undefined ? '' : ` of node ${node}`;
    const message = `The job ${name}${where} failed ${FAILURES_BEFORE_ALERT} times in a row, and is tried again: ${String(error)}`;
    await alertOnce(db, { kind: KIND, key: keyOf(name), message });
    (await readOpen()).add(keyOf(name));
  }

  return {
    async succeeded(name) {
      inARow.delete(name);
      if (open === undefined || open.has(keyOf(name))) await logged(close(keyOf(name)));
    },
    async failed(name, error) {
      // Every job fails while the database is unavailable, and no alert could be written.
      if (isDatabaseDown(error)) return;
      const failures = (inARow.get(name) ?? 0) + 1;
      inARow.set(name, failures);
      // Repeat after the third failure, so that an alert that could not be written is written later.
      if (failures >= FAILURES_BEFORE_ALERT) await logged(alert(name, error));
    },
  };
}
