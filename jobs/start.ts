/** Runs jobs on their clocks, each with a pause after its end, so that a slow one is never doubled. One that fails is logged and runs again. */
import type { JobActor } from '@innkeeper/domain/actor';
import { type Job, jobNamed, type NodeContext } from './job.ts';
import { type Contexts, JOBS, type Service } from './jobs.ts';
import { followEvents } from './watch/follow-events.ts';

export interface RunningJobs {
  /** Resolves when each has run once. */
  readonly firstRuns: Promise<void>;
  /** Begins no more, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

interface Log {
  error(fields: object, message: string): void;
}

export type JobsOptions<S extends Service> = Omit<Contexts[S], 'actor' | 'requestId'> & {
  log: Log;
  /** For tests: pauses in place of the table's, by the job's name. */
  everyMs?: Readonly<Record<string, number>>;
};

export function startJobs<S extends Service>(service: S, { everyMs = {}, ...shared }: JobsOptions<S>): RunningJobs {
  const tracker = trackerOf(shared.log);
  const contextFor = (name: string) => ({ ...shared, actor: jobNamed(name), requestId: null }) as unknown as Contexts[S];
  const jobs: readonly Job<Contexts[S]>[] = JOBS[service];
  const timed = jobs.map((job) =>
    repeat(everyMs[job.name] ?? job.everyMs, () => tracker.track(job.name, () => job.run(contextFor(job.name)))),
  );
  const unfollow = isOfNode(shared) ? followEvents({ ...shared, ...OF_WATCH }, tracker.track) : () => {};
  return {
    firstRuns: Promise.all(timed.map(({ first }) => first)).then(() => {}),
    async stop() {
      unfollow();
      for (const job of timed) job.stop();
      await tracker.rest();
    },
  };
}

/** What an event of the engine tells is done in the name of the watch, which would have found it. */
const OF_WATCH: { actor: JobActor; requestId: null } = { actor: jobNamed('watch'), requestId: null };

const isOfNode = (shared: object): shared is Omit<NodeContext, 'actor' | 'requestId'> => 'engine' in shared;

/** Never throws. */
export type Track = (name: string, act: () => Promise<unknown>) => Promise<void>;

function trackerOf(log: Log): { track: Track; rest(): Promise<unknown> } {
  const running = new Set<Promise<void>>();
  return {
    track(name, act) {
      const run: Promise<void> = act()
        .then(
          () => {},
          (error: unknown) => log.error({ err: error, job: name }, `the job ${name} failed`),
        )
        .finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    rest: () => Promise.all(running),
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
