/**
 * Replies of reads, cached for exactly as long as nothing is committed. Each request still asks the database for its current
 * transaction snapshot (`db/snapshot.ts`; concurrent requests share the statement), and a cached reply is used only under the
 * snapshot it was read in. So a reply is never older than its request, whoever changed what: another process of the API, the
 * worker, the operator with psql.
 */
import type { OperationName } from '@innkeeper/contract/operations';
import type { BackgroundTasks } from '../background-tasks.ts';
import type { WireReply } from '../handlers/run.ts';
import type { Guard, RequestContext } from '../request/context.ts';

/** The most frequent reads that depend on nothing but the database, the caller and the URL: no clock, no engine. */
export const CACHED_READS: ReadonlySet<OperationName> = new Set([
  'getServer',
  'listServers',
  'listPlans',
  'listServerImages',
  'getOrder',
  'listOrders',
  'listBalanceTransactions',
  'getSshKey',
  'listSshKeys',
]);

export interface ResponseCache {
  /** Ends the guards with the cached reply, if there is one. */
  guard: Guard;
  /** Replies to a request that passed `guard`, and caches the reply. Concurrent equal requests share one read. */
  read(context: RequestContext, read: () => Promise<WireReply>): Promise<WireReply>;
  /**
   * Turns caching on or off, and clears the cache. It may be on only while we listen to the database: one that was restored
   * from a backup, or recovered after a crash, may repeat a snapshot.
   */
  setEnabled(enabled: boolean): void;
}

/** Of replies, their keys and the overhead of the maps. A page of 50 servers has 90 KB. */
const MOST_BYTES = 64_000_000;
/** Overhead of an entry besides body and key, rounded up. */
const ENTRY_BYTES = 500;
/** Longest URL that is cached. Longer ones are searches that nobody repeats. */
const MOST_URL = 2_000;

export interface ResponseCacheOptions {
  /** The database's current transaction snapshot. */
  snapshot: () => Promise<string>;
  /** Runs what no reply waits for. */
  background: BackgroundTasks;
  /** Base of the links in a reply, `https://api.example.com`: one of the few known hosts (`request/host.ts`). */
  linksOf: (context: RequestContext) => string;
  mostBytes?: number;
}

export function openResponseCache({
  snapshot,
  background,
  linksOf,
  mostBytes = MOST_BYTES,
}: ResponseCacheOptions): ResponseCache {
  const keyOf = keyWith(linksOf);
  let enabled = false;
  let current = generation('');

  /** What several statements read is of one snapshot only if the snapshot was the same before the first and after the last. */
  const store = async (of: Generation, key: string, { body, ...reply }: WireReply): Promise<void> => {
    if (typeof body !== 'string' || (await snapshot()) !== of.snapshot) return;
    const bytes = Buffer.from(body);
    const cost = bytes.length + Buffer.byteLength(key) + ENTRY_BYTES;
    if (of.replies.has(key) || of.bytes + cost > mostBytes) return;
    of.bytes += cost;
    of.replies.set(key, { ...reply, body: bytes });
  };

  return {
    guard(context) {
      if (!enabled || context.request.url.length > MOST_URL) return undefined;
      return snapshot().then((now) => {
        if (current.snapshot !== now) current = generation(now);
        context.snapshot = now;
        context.cached = current.replies.get(keyOf(context));
        return undefined;
      });
    },
    async read(context, read) {
      const of = current;
      if (context.snapshot !== of.snapshot) return read();
      const key = keyOf(context);
      // It may have been cached while this request waited for a slot of its account.
      context.cached = of.replies.get(key);
      if (context.cached) return context.cached;
      const underWay = of.underWay.get(key);
      // What that read still has to fetch may be newer than the snapshot, but is never older.
      if (underWay) {
        context.cached = await underWay;
        return context.cached;
      }
      const reading = read();
      of.underWay.set(key, reading);
      const done = (): boolean => of.underWay.delete(key);
      const reply = await reading.catch((error: unknown) => {
        done();
        throw error;
      });
      // Until it is stored, equal requests share this read.
      background.run('cache a reply', store(of, key, reply).finally(done));
      return reply;
    },
    setEnabled(now) {
      enabled = now;
      current = generation('');
    },
  };
}

/** All replies of one snapshot; the next snapshot replaces them together. */
interface Generation {
  readonly snapshot: string;
  readonly replies: Map<string, WireReply>;
  readonly underWay: Map<string, Promise<WireReply>>;
  bytes: number;
}

const generation = (snapshot: string): Generation => ({ snapshot, replies: new Map(), underWay: new Map(), bytes: 0 });

/** By token, not by account: the VAT rate is cached with the token (`guards/token/cache.ts`). */
function keyWith(linksOf: ResponseCacheOptions['linksOf']): (context: RequestContext) => string {
  return (context) => {
    const { caller, request } = context;
    return `${caller?.id} ${caller?.taxRate} ${linksOf(context)} ${request.url}`;
  };
}
