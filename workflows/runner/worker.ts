/**
 * A worker: claims due workflows and runs them side by side, as long as it holds its session with the database. When the session
 * is lost, all its runs are dropped (their epochs keep them from writing), and it starts again with a new id.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import { endAllSuperseded } from '@innkeeper/domain/workflows/supersede';
import type { Engine } from '@innkeeper/engine/open';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../define.ts';
import { backoffMs } from './backoff.ts';
import { claim, freeOrphans } from './claim.ts';
import { HeldResults } from './held-results.ts';
import type { Hooks } from './hooks.ts';
import { type Liveness, openLiveness } from './liveness.ts';
import { poll } from './poll.ts';
import { runWorkflow } from './run.ts';
import { type AnyDefinition, STOPPING, SUPERSEDED } from './run-context.ts';
import { sharesOf } from './shares.ts';
import { begunByClaim } from './step-position.ts';
import { sweep } from './sweep.ts';
import { countedTo, StepTime, TimeInHand } from './time-in-hand.ts';
import { TIMINGS, type Timings } from './timings.ts';
import { type Claimed, Fenced } from './transitions.ts';

export interface WorkerOptions {
  /** A direct connection: session locks and LISTEN do not pass through a transaction pooler. */
  databaseUrl: string;
  db: Kysely<Database>;
  definitions: readonly AnyDefinition[];
  /** For workflows of no node. */
  engine: Engine;
  /** The engines of the nodes it serves, by the node's id; absent (tests): `engine`, for every node. */
  nodes?: ReadonlyMap<number, Engine>;
  clock: Clock;
  settings: Settings;
  log: Log;
  /** Workflows at a time, for tests. Default: the slots of the settings. */
  concurrency?: number;
  /** For tests. */
  timings?: Partial<Timings>;
  /** For the torture kit. */
  hooks?: Hooks;
}

export interface Worker {
  /** Changes when the session is lost; undefined until there is a new one. */
  readonly id: number | undefined;
  /** Lists the workflows that run now, each with its step: `workflow 12 server.deploy at boot`. */
  underWay(): string[];
  /**
   * Claims no more, tells running steps to stop, releases every workflow as soon as its step has come to rest, and all
   * of them after `drainMs`.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
  /** For tests: resolves when nothing of a known kind runs or could run now (or within `horizonMs`). */
  idle(options?: { horizonMs?: number }): Promise<void>;
}

const DRAIN_MS = 10_000;
const IDLE_LOOK_MS = 5;
/** Between two looks that something asks for: orders that come together are claimed together. */
const LOOK_GAP_MS = 20;

/** Resolves when the worker holds its first session; throws when the database can't be reached. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const worker = new RunningWorker(options);
  await worker.begin();
  return worker;
}

interface Session {
  liveness: Liveness;
  /** Aborts every run of this session. */
  end: AbortController;
}

/** A database that restarts is back within seconds; a longer absence is asked for every 5 s. */
const RECONNECT = { retryBaseMs: 50, retryCapMs: 5_000 };

class RunningWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #timings: Timings;
  readonly #definitions: ReadonlyMap<string, AnyDefinition>;
  /** The steps that a claim begins, by kind. */
  readonly #begins: ReadonlyMap<string, readonly string[]>;
  readonly #runs = new Map<
    number,
    { claimed: Claimed; resting: Promise<void>; supersede: AbortController; cancel: AbortController }
  >();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #time: TimeInHand;
  #session: Session | undefined;
  #stopped: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  /** A look that was asked for too soon after the last one. */
  #wanted = false;
  /** Set for a moment after each look. */
  #resting: NodeJS.Timeout | undefined;
  /** Whether the next look also frees orphans: on the beat only, since each end of a run looks as well. */
  #beat = true;
  /** Whether more was due at the last look than it claimed. */
  #moreIsDue = false;
  /** The look at what is due next, where that is before the next beat. */
  #next: { at: Date; timer: NodeJS.Timeout } | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#timings = { ...TIMINGS, ...options.timings };
    this.#time = new TimeInHand(options.clock, this.#timings.leaseMs);
    this.#definitions = new Map(options.definitions.map((definition) => [definition.kind, definition]));
    this.#begins = new Map(options.definitions.map(({ kind, steps }) => [kind, begunByClaim(steps)]));
  }

  get id(): number | undefined {
    return this.#session?.liveness.workerId;
  }

  async begin(): Promise<void> {
    await this.#openSession();
    this.#every(this.#timings.pollMs, () => {
      this.#beat = true;
      this.#time.look();
      void this.#look();
    });
    this.#every(this.#timings.sweepMs, () => this.#sweep());
    this.#sweep();
  }

  underWay(): string[] {
    return [...this.#runs.values()].map(({ claimed: { id, kind, step } }) => `workflow ${id} ${kind} at ${step ?? 'its begin'}`);
  }

  stop({ drainMs = DRAIN_MS }: { drainMs?: number } = {}): Promise<void> {
    this.#stopped ??= this.#stop(drainMs);
    return this.#stopped;
  }

  async #stop(drainMs: number): Promise<void> {
    this.#stopping.abort(STOPPING);
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#next?.timer);
    clearTimeout(this.#resting);
    const session = this.#session;
    session?.end.abort(STOPPING);
    await Promise.all([this.#looking, this.#sweeping]);
    const drained = new AbortController();
    await Promise.race([this.#rest(), sleep(drainMs, undefined, { signal: drained.signal }).catch(() => {})]);
    drained.abort();
    await this.#releaseTheRest(session);
    await session?.liveness.close();
    this.#session = undefined;
  }

  async idle({ horizonMs = 0 }: { horizonMs?: number } = {}): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#beat = true;
      await this.#look();
      await this.#rest();
      const nodes = this.#nodes();
      const soon = new Date(this.#options.clock.now().getTime() + horizonMs);
      const { rows } = await sql`select 1 from workflows where kind = any(${this.#kinds()}::text[])
        and (${nodes}::int[] is null or node_id is null or node_id = any(${nodes}::int[]))
        and (state = 'running' or state in ('queued', 'stuck') and run_at <= ${soon}) limit 1`.execute(this.#options.db);
      if (rows.length === 0 && this.#runs.size === 0) return;
      await sleep(IDLE_LOOK_MS);
    }
  }

  async #openSession(): Promise<void> {
    const end = new AbortController();
    // Every run listens to it.
    setMaxListeners(0, end.signal);
    const liveness = await openLiveness({
      databaseUrl: this.#options.databaseUrl,
      timings: this.#timings,
      running: () => [...this.#runs.keys()],
      onWork: () => this.#lookSoon(),
      onLost: (error) => void this.#reconnect(end, error),
    });
    if (this.#stopping.signal.aborted) return liveness.close();
    this.#session = { liveness, end };
    this.#options.log.info({ worker: liveness.workerId }, 'the worker holds a session');
    void this.#look();
  }

  /** What was in hand belongs to others from now on. */
  async #reconnect(end: AbortController, error: Error): Promise<void> {
    end.abort(error);
    this.#session = undefined;
    this.#options.log.warn({ err: error }, 'the session of the worker is lost');
    for (let attempt = 1; !this.#stopping.signal.aborted; attempt += 1) {
      try {
        await sleep(backoffMs(attempt, RECONNECT, this.#timings.random()), undefined, { signal: this.#stopping.signal });
        return await this.#openSession();
      } catch (again) {
        if (!this.#stopping.signal.aborted) this.#options.log.warn({ err: again, attempt }, 'no new session yet');
      }
    }
  }

  /** At once, when the last look was not a moment ago. */
  #lookSoon(): void {
    if (this.#looking || this.#resting) this.#wanted = true;
    else void this.#look();
  }

  /** One look at a time; a call during one makes another follow. Never throws. */
  #look(): Promise<void> {
    if (this.#looking) {
      this.#wanted = true;
      return this.#looking;
    }
    this.#wanted = false;
    this.#looking = this.#lookOnce()
      .catch((error) => this.#options.log.warn({ err: error }, 'could not look for work'))
      .finally(() => {
        this.#looking = undefined;
        clearTimeout(this.#resting);
        this.#resting = setTimeout(() => {
          this.#resting = undefined;
          if (this.#wanted && !this.#stopping.signal.aborted) void this.#look();
        }, LOOK_GAP_MS);
      });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const session = this.#session;
    if (!session || this.#stopping.signal.aborted) return;
    const { db, clock, settings, concurrency = settings.slots.all } = this.#options;
    const common = { workerId: session.liveness.workerId, now: clock.now(), timings: this.#timings };
    const offered = { kinds: this.#kinds(), nodes: this.#nodes() };
    const begins = this.#begins;
    const running = [...this.#runs.keys()];
    const beat = this.#beat;
    this.#beat = false;
    const found = await poll(db, { ...common, ...offered, running, beat });
    for (const { id, superseded, cancelReason } of found.told) {
      if (superseded) this.#runs.get(id)?.supersede.abort(SUPERSEDED);
      if (cancelReason !== null) this.#runs.get(id)?.cancel.abort(cancelReason);
    }
    const freed = found.orphans ? await freeOrphans(db, { ...common, running }) : [];
    if (freed.length > 0) this.#options.log.warn({ workflows: freed }, 'took workflows from workers that are gone');
    if (found.superseded || freed.length > 0) await endAllSuperseded({ db, clock });
    if (found.nextAt) this.#lookAt(found.nextAt);
    this.#moreIsDue = found.due || freed.length > 0;
    const limit = concurrency - this.#runs.size;
    if (limit <= 0 || !this.#moreIsDue) return;
    // A run that comes to rest meanwhile looks again, so a stale `running` only delays.
    const { claimed, more } = await claim(db, {
      ...common,
      ...offered,
      begins,
      except: running,
      limit,
      shares: sharesOf(concurrency, settings),
    });
    this.#moreIsDue = more;
    for (const one of claimed) this.#start(one, session);
  }

  #start(claimed: Claimed, session: Session): void {
    const definition = this.#definitions.get(claimed.kind);
    if (!definition) throw new Error(`claimed ${claimed.kind}, which is not known here`);
    const { db, engine: anyEngine, nodes, clock, settings, log, hooks } = this.#options;
    const engine = (claimed.node_id !== null && nodes?.get(claimed.node_id)) || anyEngine;
    const supersede = new AbortController();
    const signal = AbortSignal.any([session.end.signal, supersede.signal]);
    const time = new StepTime(this.#time, claimed.spent_ms);
    const cancel = new AbortController();
    if (claimed.cancel_reason !== null) cancel.abort(claimed.cancel_reason);
    const { run_at } = claimed;
    const mayStay = () => !this.#moreIsDue;
    const fresh = { mayStay, held: new HeldResults(), read: new Map<string, Promise<unknown>>() };
    const run = {
      claimed,
      definition,
      db,
      engine,
      clock,
      settings,
      log,
      hooks,
      timings: this.#timings,
      time,
      signal,
      cancel,
      ...fresh,
    };
    const resting = runWorkflow(run)
      .catch((error) => {
        const message = error instanceof Fenced ? 'lost a workflow to another worker' : 'dropped a workflow';
        log.warn({ err: error, workflow: claimed.id, kind: claimed.kind }, message);
      })
      .finally(() => {
        this.#runs.delete(claimed.id);
        // What took its lock over waits for it to be freed.
        if (supersede.signal.aborted) this.#beat = true;
        // What found no place may have one now.
        if (this.#moreIsDue || supersede.signal.aborted) this.#lookSoon();
        // It was released until then.
        else if (claimed.run_at !== run_at) this.#lookAt(claimed.run_at);
      });
    this.#runs.set(claimed.id, { claimed, resting, supersede, cancel });
  }

  /** What is due before the next beat is looked for in time. Each look asks what is due next, so one timer is enough. */
  #lookAt(at: Date): void {
    const ms = at.getTime() - this.#options.clock.now().getTime();
    if (ms <= 0) this.#lookSoon();
    if (ms <= 0 || ms >= this.#timings.pollMs || (this.#next && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    const timer = setTimeout(() => {
      this.#next = undefined;
      this.#lookSoon();
    }, ms + 1).unref();
    this.#next = { at, timer };
  }

  async #rest(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ resting }) => resting));
  }

  /** Steps that did not stop in time go on into the void: what they write is fenced off. */
  async #releaseTheRest(session: Session | undefined): Promise<void> {
    if (!session) return;
    try {
      await sql`update workflows set state = 'queued', worker_id = null, lease_until = null, spent_ms = ${countedTo(sql`now()`)}
        where worker_id = ${session.liveness.workerId} and state = 'running'`.execute(this.#options.db);
      await wakeWorkers(this.#options.db);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not release workflows; others will find them');
    }
  }

  #sweep(): void {
    const { db, clock, log, settings } = this.#options;
    this.#sweeping ??= sweep(db, { kinds: this.#kinds(), now: clock.now(), timings: this.#timings, settings })
      .catch((error) => log.warn({ err: error }, 'the sweep failed'))
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  #nodes(): number[] | null {
    const { nodes } = this.#options;
    return nodes ? [...nodes.keys()] : null;
  }

  #kinds(): string[] {
    return [...this.#definitions.keys()];
  }

  #every(ms: number, act: () => void): void {
    this.#timers.add(setInterval(act, ms));
  }
}
