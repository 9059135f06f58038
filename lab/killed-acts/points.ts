/**
 * Lets a process kill itself at chosen points of its acts. A point is before each statement that writes and before each
 * commit. Others are after the reply of a commit, and after a call that changes something at a gateway or in the engine.
 *
 * Every statement passes through `pg`, so no writer needs to take part.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import path from 'node:path';
import { SimulatedCompute } from '@innkeeper/engine/compute/simulated/driver';
import { SandboxGateway } from '@innkeeper/engine/payments/sandbox/driver';
import pg from 'pg';

export interface Mortal {
  act: () => Promise<unknown>;
  /** Point of an earlier run at which the act stops for ever, or `null`. */
  deadly: string | null;
}

export interface Survived {
  result: unknown;
  /** Points that the act reached, in order, such as `before update orders, 2`. */
  points: string[];
}

export interface Points {
  /** Runs acts concurrently. Kills the process once each has stopped or ended, unless none has stopped. */
  during(acts: readonly Mortal[]): Promise<Survived[]>;
}

/** Returns the file of a home with a line for each refund that was requested from the gateway: the idempotency key of the request. */
export const refundCalls = (home: string): string => path.join(home, 'refund-calls');

/** Methods of the simulated engine that change a machine. */
const ENGINE_CALLS = ['destroy', 'powerOff', 'requestShutdown', 'setLink', 'start'] as const;

/** Renewals of leases, which a timer sends at any time, and the last use of a token, which is written now and then. */
const IGNORED = /^update workflows set lease_until|^update "staff_tokens" set "last_used_at"/;
/** The sweep of a starting worker, which runs beside its workflows. */
const SWEEP = /\b(into|update) "?service_beats\b/;
const LOCKING_READ = /\bfor (no key )?update\b/g;
const WRITE = /\b(insert into|update|delete from|merge into) "?(\w+)/;

interface Scope {
  deadly: string | null;
  points: string[];
  counts: Map<string, number>;
  stopped: boolean;
  stop: () => void;
}

/**
 * Makes this process mortal. `isAlone`: the process runs one act at a time, to which all its statements belong, also those of timers. Works
 * once for each process.
 */
export function openPoints(home: string, { isAlone }: { isAlone: boolean }): Points {
  const storage = new AsyncLocalStorage<Scope>();
  let only: Scope | undefined;
  const scopeOf = (): Scope | undefined => only ?? storage.getStore();
  watchStatements(scopeOf);
  watch(SandboxGateway.prototype, 'refund', scopeOf, (refund) => {
    fs.appendFileSync(refundCalls(home), `${(refund as { reference: string }).reference}\n`);
  });
  for (const name of ENGINE_CALLS) watch(SimulatedCompute.prototype, name, scopeOf);

  const run = async ({ act, deadly }: Mortal): Promise<Survived | 'stopped'> => {
    let stop: () => void = () => {};
    const stopping = new Promise<'stopped'>((resolve) => {
      stop = () => resolve('stopped');
    });
    const scope: Scope = { deadly, points: [], counts: new Map(), stopped: false, stop };
    if (isAlone) only = scope;
    const acting = isAlone ? act() : storage.run(scope, act);
    try {
      return await Promise.race([stopping, acting.then((result) => ({ result, points: scope.points }))]);
    } finally {
      if (!scope.stopped) only = undefined;
    }
  };
  return {
    async during(acts) {
      const ended = await Promise.all(acts.map(run));
      const survived = ended.filter((one) => one !== 'stopped');
      if (survived.length === ended.length) return survived;
      if (survived.length > 0) throw new Error(`${survived.length} of ${ended.length} acts did not reach their points`);
      process.kill(process.pid, 'SIGKILL');
      return FOR_EVER;
    },
  };
}

const FOR_EVER = new Promise<never>(() => {});

/** Counts a point. Returns a promise that never resolves if the act has stopped there, or before. */
function reach(scope: Scope | undefined, name: string): Promise<never> | undefined {
  if (!scope) return undefined;
  if (scope.stopped) return FOR_EVER;
  const nth = (scope.counts.get(name) ?? 0) + 1;
  scope.counts.set(name, nth);
  const point = `${name}, ${nth}`;
  scope.points.push(point);
  if (point !== scope.deadly) return undefined;
  scope.stopped = true;
  scope.stop();
  return FOR_EVER;
}

interface Client {
  query(...args: unknown[]): unknown;
}

function watchStatements(scopeOf: () => Scope | undefined): void {
  const client = pg.Client.prototype as unknown as Client;
  const { query } = client;
  const open = new WeakMap<Client, Transaction>();
  client.query = function (this: Client, ...args) {
    const scope = scopeOf();
    if (scope?.stopped) return FOR_EVER;
    const text = textOf(args[0]);
    if (text === 'begin') open.set(this, { isSweep: false });
    const transaction = open.get(this);
    if (transaction && SWEEP.test(text)) transaction.isSweep = true;
    if (text === 'commit' || text === 'rollback') open.delete(this);
    const write = transaction?.isSweep ? undefined : nameOfWrite(text);
    if (write === undefined) return query.apply(this, args);
    const stopped = reach(scope, `before ${write}`);
    if (stopped) return stopped;
    const reply = query.apply(this, args);
    // The write is durable, but this process has not read the reply yet.
    const isDurable = write === 'commit' || !transaction;
    if (!isDurable || !(reply instanceof Promise)) return reply;
    return reply.then((result: unknown) => reach(scope, `after ${write}`) ?? result);
  };
}

interface Transaction {
  isSweep: boolean;
}

const textOf = (statement: unknown): string =>
  (typeof statement === 'string' ? statement : (statement as { text?: string } | undefined)?.text) ?? '';

/** Returns a name such as `update orders` for a statement that writes, and `undefined` for any other. */
function nameOfWrite(text: string): string | undefined {
  if (IGNORED.test(text)) return undefined;
  if (text === 'commit') return 'commit';
  const [, verb, table] = WRITE.exec(text.toLowerCase().replace(/\s+/g, ' ').replace(LOCKING_READ, '')) ?? [];
  return verb && `${verb} ${table}`;
}

/** Wraps a method so that it reaches a point when something outside has changed and its caller has no reply yet. */
function watch<T extends object>(
  prototype: T,
  name: keyof T & string,
  scopeOf: () => Scope | undefined,
  note: (argument: unknown) => void = () => {},
): void {
  const methods = prototype as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const method = methods[name];
  if (!method) throw new Error(`there is no method ${name}`);
  methods[name] = async function (...args) {
    note(args[0]);
    const result = await method.apply(this, args);
    return reach(scopeOf(), `after ${name}`) ?? result;
  };
}
