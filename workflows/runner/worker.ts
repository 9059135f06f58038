/**
 * A worker: claims due workflows and runs them concurrently while it holds its database session. If the session is lost, all its runs are
 * dropped, and their epochs keep them from writing. The worker then starts again with a new id.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recovery } from '@innkeeper/db/recovery';
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import { endAllSuperseded } from '@innkeeper/domain/workflows/supersede';
import type { Engine } from '@innkeeper/engine/open';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../define.ts';
import { backoffMs } from './backoff.ts';
import { type Claim, claim, freeOrphans, servedBy } from './claim.ts';
import { type CountEnd, openEndCounts } from './count-ends.ts';
import { DeferredResults } from './deferred-results.ts';
import type { Hooks } from './hooks.ts';
import { type Liveness, openLiveness } from './liveness.ts';
import { poll } from './poll.ts';
import { runWorkflow } from './run.ts';
import { type AnyDefinition, STOPPING, SUPERSEDED } from './run-context.ts';
import { sharesOf } from './shares.ts';
import { listStepsStartedByClaim } from './step-position.ts';
import { sweep } from './sweep.ts';
import { StepTime, spentMsUntil, TimeInHand } from './time-in-hand.ts';
import { TIMINGS, type Timings } from './timings.ts';
import { type ClaimedWorkflow, Fenced } from './transitions.ts';

export interface WorkerOptions {
  /** Direct connection URL. Session locks and LISTEN do not work through a transaction pooler. */
  databaseUrl: string;
  db: Kysely<Database>;
  definitions: readonly AnyDefinition[];
  /** Engine for workflows without a node. */
  engine: Engine;
  /** Engines of the served nodes by node id. Default, for tests: `engine` for every node. */
  nodes?: ReadonlyMap<number, Engine>;
  /** True for a further node, whose worker claims only workflows of its node and does not sweep. Default: false. */
  isFurtherNode?: boolean;
  clock: Clock;
  settings: Settings;
  log: Log;
  /** Recovery state of the process. While recovery is on, the worker claims, frees and sweeps nothing. */
  recovery?: Pick<Recovery, 'isOn'>;
  /** Number of concurrent workflows, for tests. Defaults to the slots of the settings. */
  concurrency?: number;
  /** Overrides of timings, for tests. */
  timings?: Partial<Timings>;
  /** Hooks, for the torture kit. */
  hooks?: Hooks;
  /** Counts the ends of workflows. */
  telemetry?: Telemetry;
}

export interface Worker {
  /** Worker id. Changes when the session is lost, and is `undefined` until there is a new one. */
  readonly id: number | undefined;
  /** Lists the running workflows, each with its step: `workflow 12 server.deploy at boot`. */
  underWay(): string[];
  /** Stops claiming and aborts running steps. Releases each workflow when its step has stopped, and all of them after `drainMs`, 10 s by default. */
  stop(options?: { drainMs?: number }): Promise<void>;
  /** Resolves when no workflow of a known kind is running or due now (or within `horizonMs`). For tests. */
  idle(options?: { horizonMs?: number }): Promise<void>;
}

const DRAIN_MS = 10_000;
const IDLE_POLL_MS = 5;
/** Minimum interval in milliseconds between requested polls, so that orders that arrive together are claimed together. */
const MIN_POLL_GAP_MS = 20;

/** Starts a worker. Resolves when the worker holds its first session. Throws if the database cannot be reached. */
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

/** A restarting database is back within seconds. During a longer outage the worker tries every 5 s. */
const RECONNECT = { retryBaseMs: 50, retryCapMs: 5_000 };

class RunningWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #timings: Timings;
  readonly #definitions: ReadonlyMap<string, AnyDefinition>;
  /** Steps that start with a claim, by kind. */
  readonly #begins: ReadonlyMap<string, readonly string[]>;
  readonly #countEnd: CountEnd;
  readonly #runs = new Map<
    number,
    { claimed: ClaimedWorkflow; resting: Promise<void>; supersede: AbortController; cancel: AbortController }
  >();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #time: TimeInHand;
  #session: Session | undefined;
  #stopped: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  /** `true` if a poll was requested during a poll or too soon after the last one. */
  #isPollNeeded = false;
  /** Timer that runs for `MIN_POLL_GAP_MS` after each poll. */
  #resting: NodeJS.Timeout | undefined;
  /** `true` if the next poll also frees orphans. Set only by the interval timer and in rare cases, because every end of a run polls too. */
  #beat = true;
  /** `true` if the last poll left due workflows unclaimed. */
  #moreIsDue = false;
  /** Timer of the poll for the next due workflow, if that is due before the next regular poll. */
  #next: { at: Date; timer: NodeJS.Timeout } | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#timings = { ...TIMINGS, ...options.timings };
    this.#time = new TimeInHand(options.clock, this.#timings.leaseMs);
    this.#definitions = new Map(options.definitions.map((definition) => [definition.kind, definition]));
    this.#begins = new Map(options.definitions.map(({ kind, steps }) => [kind, listStepsStartedByClaim(steps)]));
    this.#countEnd = openEndCounts(this.#definitions.keys(), options.telemetry);
  }

  get id(): number | undefined {
    return this.#session?.liveness.workerId;
  }

  async begin(): Promise<void> {
    await this.#openSession();
    this.#every(this.#timings.pollMs, () => {
      this.#beat = true;
      this.#time.measure();
      void this.#poll();
    });
    if (this.#options.isFurtherNode) return;
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
    await Promise.all([this.#polling, this.#sweeping]);
    const drained = new AbortController();
    await Promise.race([this.#waitForRuns(), sleep(drainMs, undefined, { signal: drained.signal }).catch(() => {})]);
    drained.abort();
    await this.#releaseTheRest(session);
    await session?.liveness.close();
    this.#session = undefined;
  }

  async idle({ horizonMs = 0 }: { horizonMs?: number } = {}): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#beat = true;
      await this.#poll();
      await this.#waitForRuns();
      const soon = new Date(this.#options.clock.now().getTime() + horizonMs);
      const { rows } = await sql`select 1 from workflows where kind = any(${this.#kinds()}::text[])
        and ${servedBy(this.#served())}
        and (state = 'running' or state in ('queued', 'stuck') and run_at <= ${soon}) limit 1`.execute(this.#options.db);
      if (rows.length === 0 && this.#runs.size === 0) return;
      await sleep(IDLE_POLL_MS);
    }
  }

  async #openSession(): Promise<void> {
    const end = new AbortController();
    // Every run listens to this signal.
    setMaxListeners(0, end.signal);
    const liveness = await openLiveness({
      databaseUrl: this.#options.databaseUrl,
      timings: this.#timings,
      running: () => [...this.#runs.keys()],
      onWorkAvailable: () => this.#pollSoon(),
      onLost: (error) => void this.#reconnect(end, error),
    });
    if (this.#stopping.signal.aborted) return liveness.close();
    this.#session = { liveness, end };
    this.#options.log.info({ worker: liveness.workerId }, 'the worker holds a session');
    void this.#poll();
  }

  /** Drops the session, whose workflows other workers may now claim, and opens a new one with exponential back-off. */
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

  /** Polls immediately, or after `MIN_POLL_GAP_MS` if the last poll was just before. */
  #pollSoon(): void {
    if (this.#polling || this.#resting) this.#isPollNeeded = true;
    else void this.#poll();
  }

  /** Polls, one poll at a time. A call during a poll makes another one follow. Never rejects. */
  #poll(): Promise<void> {
    if (this.#polling) {
      this.#isPollNeeded = true;
      return this.#polling;
    }
    this.#isPollNeeded = false;
    this.#polling = this.#pollOnce()
      .catch((error) => this.#options.log.warn({ err: error }, 'could not look for work'))
      .finally(() => {
        this.#polling = undefined;
        clearTimeout(this.#resting);
        this.#resting = setTimeout(() => {
          this.#resting = undefined;
          if (this.#isPollNeeded && !this.#stopping.signal.aborted) void this.#poll();
        }, MIN_POLL_GAP_MS);
      });
    return this.#polling;
  }

  async #pollOnce(): Promise<void> {
    const session = this.#session;
    if (!session || this.#stopping.signal.aborted || this.#options.recovery?.isOn()) return;
    const { db, clock, settings, concurrency = settings.slots.all } = this.#options;
    const common = { workerId: session.liveness.workerId, now: clock.now(), timings: this.#timings };
    const offered = { kinds: this.#kinds(), ...this.#served() };
    const begins = this.#begins;
    const running = [...this.#runs.keys()];
    const beat = this.#beat;
    this.#beat = false;
    const found = await poll(db, { ...common, ...offered, running, beat });
    for (const { id, superseded, cancelReason } of found.notified) {
      if (superseded) this.#runs.get(id)?.supersede.abort(SUPERSEDED);
      if (cancelReason !== null) this.#runs.get(id)?.cancel.abort(cancelReason);
    }
    const freed = found.orphans ? await freeOrphans(db, { ...common, running }) : [];
    if (freed.length > 0) this.#options.log.warn({ workflows: freed }, 'took workflows from workers that are gone');
    if (found.superseded || freed.length > 0) await endAllSuperseded({ db, clock });
    if (found.nextAt) this.#pollAt(found.nextAt);
    this.#moreIsDue = found.due || freed.length > 0;
    const limit = concurrency - this.#runs.size;
    if (limit <= 0 || !this.#moreIsDue) return;
    // A run that ends in the meantime polls again, so a stale `running` only delays claims.
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

  #start(claimed: ClaimedWorkflow, session: Session): void {
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
    const mayKeepSlot = () => !this.#moreIsDue;
    const fresh = { mayKeepSlot, deferred: new DeferredResults(), memoized: new Map<string, Promise<unknown>>() };
    const run = {
      claimed,
      definition,
      db,
      engine,
      clock,
      settings,
      log,
      hooks,
      countEnd: this.#countEnd,
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
        // The workflow that took over the lock starts only after this workflow has ended.
        if (supersede.signal.aborted) this.#beat = true;
        // A workflow that found no slot may get one now.
        if (this.#moreIsDue || supersede.signal.aborted) this.#pollSoon();
        // This run has released the workflow until `run_at`.
        else if (claimed.run_at !== run_at) this.#pollAt(claimed.run_at);
      });
    this.#runs.set(claimed.id, { claimed, resting, supersede, cancel });
  }

  /** Schedules a poll for a time before the next regular one. Each poll returns when the next workflow is due, so one timer is enough. */
  #pollAt(at: Date): void {
    const ms = at.getTime() - this.#options.clock.now().getTime();
    if (ms <= 0) this.#pollSoon();
    if (ms <= 0 || ms >= this.#timings.pollMs || (this.#next && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    const timer = setTimeout(() => {
      this.#next = undefined;
      this.#pollSoon();
    }, ms + 1).unref();
    this.#next = { at, timer };
  }

  async #waitForRuns(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ resting }) => resting));
  }

  /** Releases workflows whose steps did not stop in time. These steps continue, but their writes are fenced off. */
  async #releaseTheRest(session: Session | undefined): Promise<void> {
    if (!session) return;
    try {
      await sql`update workflows set state = 'queued', worker_id = null, lease_until = null, spent_ms = ${spentMsUntil(sql`now()`)}
        where worker_id = ${session.liveness.workerId} and state = 'running'`.execute(this.#options.db);
      await wakeWorkers(this.#options.db);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not release workflows; others will find them');
    }
  }

  #sweep(): void {
    const { db, clock, log, settings, recovery } = this.#options;
    if (recovery?.isOn()) return;
    this.#sweeping ??= sweep(db, { kinds: this.#kinds(), now: clock.now(), timings: this.#timings, settings })
      .catch((error) => log.warn({ err: error }, 'the sweep failed'))
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  #served(): Pick<Claim, 'nodes' | 'claimsNodeless'> {
    const { nodes, isFurtherNode = false } = this.#options;
    return { nodes: nodes ? [...nodes.keys()] : null, claimsNodeless: !isFurtherNode };
  }

  #kinds(): string[] {
    return [...this.#definitions.keys()];
  }

  #every(ms: number, act: () => void): void {
    this.#timers.add(setInterval(act, ms));
  }
}
