/**
 * Runs jobs periodically, each with a pause after its end, so that a slow job never runs twice at a time. A failed job is logged and runs
 * again. Three failures in a row open an alert. All jobs run once at first. After that, jobs with a condition run when a poll finds work
 * for them. While the installation recovers from a restore, no job starts.
 */
import { NOT_RECOVERING, type Recovery } from '@innkeeper/db/recovery';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import { type JobFailures, openJobFailures } from './alerts/job-failures.ts';
import { jobActor, type NodeContext, type ProcessContext, type SchedulerFields } from './job.ts';
import { JOBS, type JobOf, type ProcessContexts, type Service } from './jobs.ts';
import { type ObserveRun, observeRuns } from './observe-runs.ts';
import { type ConditionalJob, createJobPoll, POLL_INTERVAL_MS } from './poll.ts';
import { followEvents } from './watch/follow-events.ts';

export interface RunningJobs {
  /** Resolves when each job has run once, except those that start later. */
  readonly firstRuns: Promise<void>;
  /** Lists the names of the jobs that are running. */
  underWay(): string[];
  /** Starts no more runs, signals running jobs to stop early, and resolves when they have ended. */
  stop(): Promise<void>;
}

interface Log {
  error(fields: object, message: string): void;
}

export type JobsOptions<S extends Service> = ProcessContexts[S] & {
  log: Log;
  /** Pauses in milliseconds by job name, which override the table: those of the configuration, and of tests. */
  everyMs?: Readonly<Record<string, number>>;
  /** Recovery state of the process. While it is on, no run starts. */
  recovery?: Recovery;
  /** Receives the outcome of each run, which is otherwise only logged. */
  telemetry?: Telemetry;
  /**
   * Services whose jobs this process runs. It closes alerts of its other jobs, which an earlier release may have run here. Default: `api`
   * alone, or all others.
   */
  services?: readonly Service[];
};

/** Starts all jobs of a service. */
export function startJobs<S extends Service>(service: S, context: JobsOptions<S>): RunningJobs {
  const services = context.services ?? (service === 'api' ? ['api'] : SERVICES_OF_WORKER);
  const failures = openJobFailures(context, { node: nodeNameOf(context), jobs: namesOf(services) });
  const tracker = createTracker({ log: context.log, observe: observeRuns(context.telemetry, context.clock), failures });
  const stopping = new AbortController();
  const { recovery = NOT_RECOVERING } = context;
  const schedule = buildSchedule(service, Object.assign({ stopping: stopping.signal }, context), tracker.track);
  const start = (entry: ScheduledTask, mayRun: () => Promise<void>) =>
    repeat(context.everyMs?.[entry.name] ?? entry.everyMs, mayRun, () => tracker.track(entry.name, entry.run));
  const mayRun = () => recovery.waitUntilOver(stopping.signal);
  const early = schedule.filter(({ startsLater }) => !startsLater).map((entry) => start(entry, mayRun));
  const firstRuns = Promise.all(early.map(({ first }) => first)).then(tracker.running);
  const late = schedule.filter(({ startsLater }) => startsLater).map((entry) => start(entry, () => firstRuns.then(mayRun)));
  const trackEvent: Track = async (name, act) => (recovery.isOn() ? undefined : tracker.track(name, act));
  const unfollow = isOfNode(context) ? followEvents({ ...context, ...schedulerFields('watch') }, trackEvent) : () => {};
  return {
    firstRuns,
    underWay: tracker.names,
    async stop() {
      stopping.abort();
      unfollow();
      for (const job of [...early, ...late]) job.stop();
      await tracker.waitForAll();
    },
  };
}

/** A periodic task: a job, or the poll for work of many jobs. */
export interface ScheduledTask {
  readonly name: string;
  /** Pause in milliseconds between the end of a run and the next one. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  readonly startsLater: boolean;
}

/** Builds the schedule of a service. The poll passes due jobs to `track` and does not wait for them. The first poll runs all jobs. */
export function buildSchedule<S extends Service>(
  service: S,
  context: ProcessContexts[S] & { log: Log },
  track: Track,
): ScheduledTask[] {
  const jobs: readonly JobOf<S>[] = JOBS[service];
  const contextFor = (name: string) => ({ ...context, ...schedulerFields(name) });
  const timed = jobs
    .filter(({ due }) => !due)
    .map(({ name, everyMs, run, startsLater = false }) => ({ name, everyMs, startsLater, run: () => run(contextFor(name)) }));
  const conditional = jobs.filter((job): job is JobOf<S> & ConditionalJob => job.due !== undefined);
  if (conditional.length === 0) return timed;
  const jobPoll = createJobPoll(conditional);
  let first = true;
  const run = async (): Promise<void> => {
    const due = first ? conditional : await jobPoll.due(context);
    first = false;
    for (const job of due) {
      jobPoll.markStarted(job);
      void track(job.name, () => job.run(contextFor(job.name))).then(() => jobPoll.markEnded(job));
    }
  };
  return [...timed, { name: 'look', everyMs: POLL_INTERVAL_MS, startsLater: false, run }];
}

/** Returns the actor of a job. Events of the engine are handled in the name of the job `watch`, which would otherwise find the change. */
const schedulerFields = (name: string): SchedulerFields => ({ actor: jobActor(name), requestId: null });

/** Services of the first host's worker. */
const SERVICES_OF_WORKER = ['worker', 'node', 'presence'] as const;
/** Services of a further node's worker, which runs guests and no business. */
export const SERVICES_OF_FURTHER_NODE = ['node', 'presence'] as const;

function namesOf(services: readonly Service[]): string[] {
  return ['look', ...services.flatMap((service) => JOBS[service].map(({ name }) => name))];
}

function nodeNameOf(context: ProcessContexts[Service]): string | undefined {
  if ('nodeName' in context) return context.nodeName;
  return 'node' in context ? context.node?.name : undefined;
}

const isOfNode = (context: object): context is ProcessContext<NodeContext> => 'engine' in context;

/** Runs and tracks a task. Never throws. */
export type Track = (name: string, act: () => Promise<unknown>) => Promise<void>;

interface Tracker {
  track: Track;
  /** Lists the names of running tasks. */
  names(): string[];
  running(): Promise<void>;
  waitForAll(): Promise<void>;
}

interface TrackerOptions {
  log: Log;
  observe: ObserveRun;
  failures: JobFailures;
}

function createTracker({ log, observe, failures }: TrackerOptions): Tracker {
  const running = new Map<Promise<void>, string>();
  return {
    track(name, act) {
      const run: Promise<void> = act()
        .then(
          () => {
            observe(name, 'succeeded');
            return failures.succeeded(name);
          },
          (error: unknown) => {
            observe(name, 'failed');
            log.error({ err: error, job: name }, `the job ${name} failed`);
            return failures.failed(name, error);
          },
        )
        .finally(() => running.delete(run));
      running.set(run, name);
      return run;
    },
    names: () => [...running.values()],
    running: () => Promise.all(running.keys()).then(() => {}),
    async waitForAll() {
      // Running tasks may start further ones.
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}

/** Repeats a task. The first run starts now. Each run waits for `mayRun`. */
function repeat(ms: number, mayRun: () => Promise<void>, run: () => Promise<void>): { first: Promise<void>; stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function once(): Promise<void> {
    await mayRun();
    if (!stopped) await run();
    if (!stopped) timer = setTimeout(() => void once(), ms);
  }
  return {
    first: once(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
