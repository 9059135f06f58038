/**
 * Runs jobs on their clocks, each with a pause after its end, so that a slow one is never doubled. One that fails is logged and runs again.
 * All run once at first; from then on those that have a condition run when a look finds work for them.
 */
import { type ByJob, type Given, jobNamed, type NodeContext } from './job.ts';
import { type GivenBy, JOBS, type JobOf, type Service } from './jobs.ts';
import { type Conditional, LOOK_EVERY_MS, openLook } from './look.ts';
import { followEvents } from './watch/follow-events.ts';

export interface RunningJobs {
  /** Resolves when each has run once. */
  readonly firstRuns: Promise<void>;
  /** Names of the jobs that run now. */
  underWay(): string[];
  /** Begins no more, tells what runs to do no more of many, and resolves when it has ended. */
  stop(): Promise<void>;
}

interface Log {
  error(fields: object, message: string): void;
}

export type JobsOptions<S extends Service> = GivenBy[S] & {
  log: Log;
  /** Pauses in milliseconds in place of the table's, by the job's name: those of the configuration, and of tests. */
  everyMs?: Readonly<Record<string, number>>;
};

export function startJobs<S extends Service>(service: S, given: JobsOptions<S>): RunningJobs {
  const tracker = trackerOf(given.log);
  const stopping = new AbortController();
  const timed = timetable(service, Object.assign({ stopping: stopping.signal }, given), tracker.track).map((entry) =>
    repeat(given.everyMs?.[entry.name] ?? entry.everyMs, () => tracker.track(entry.name, entry.run)),
  );
  const unfollow = isOfNode(given) ? followEvents({ ...given, ...by('watch') }, tracker.track) : () => {};
  return {
    firstRuns: Promise.all(timed.map(({ first }) => first)).then(tracker.running),
    underWay: tracker.names,
    async stop() {
      stopping.abort();
      unfollow();
      for (const job of timed) job.stop();
      await tracker.rest();
    },
  };
}

/** What is done by the clock: a job, or the look for work of many jobs. */
export interface Entry {
  readonly name: string;
  /** The pause between the end of a run and the next one. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** Of a service. The look hands the jobs that it finds due to `track`, and does not wait for them; the first finds all. */
export function timetable<S extends Service>(service: S, given: GivenBy[S] & { log: Log }, track: Track): Entry[] {
  const jobs: readonly JobOf<S>[] = JOBS[service];
  const contextFor = (name: string) => ({ ...given, ...by(name) });
  const timed = jobs
    .filter(({ due }) => !due)
    .map(({ name, everyMs, run }) => ({ name, everyMs, run: () => run(contextFor(name)) }));
  const conditional = jobs.filter((job): job is JobOf<S> & Conditional => job.due !== undefined);
  if (conditional.length === 0) return timed;
  const look = openLook(conditional);
  let first = true;
  const run = async (): Promise<void> => {
    const due = first ? conditional : await look.due(given);
    first = false;
    for (const job of due) {
      look.began(job);
      void track(job.name, () => job.run(contextFor(job.name))).then(() => look.ended(job));
    }
  };
  return [...timed, { name: 'look', everyMs: LOOK_EVERY_MS, run }];
}

/** What an event of the engine tells is done in the name of the watch, which would have found it. */
const by = (name: string): ByJob => ({ actor: jobNamed(name), requestId: null });

const isOfNode = (given: object): given is Given<NodeContext> => 'engine' in given;

/** Never throws. */
export type Track = (name: string, act: () => Promise<unknown>) => Promise<void>;

interface Tracker {
  track: Track;
  /** Names of what runs now. */
  names(): string[];
  running(): Promise<void>;
  rest(): Promise<void>;
}

function trackerOf(log: Log): Tracker {
  const running = new Map<Promise<void>, string>();
  return {
    track(name, act) {
      const run: Promise<void> = act()
        .then(
          () => {},
          (error: unknown) => log.error({ err: error, job: name }, `the job ${name} failed`),
        )
        .finally(() => running.delete(run));
      running.set(run, name);
      return run;
    },
    names: () => [...running.values()],
    running: () => Promise.all(running.keys()).then(() => {}),
    async rest() {
      // What runs may begin more.
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}

/** The first run begins now. */
function repeat(ms: number, run: () => Promise<void>): { first: Promise<void>; stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function once(): Promise<void> {
    await run();
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
