/**
 * Replies of reads, each cached with the versions of the catalogue and of its account that it was read under. The database raises them
 * itself with every commit that changes what such a read shows (`db/migrations/start/versions.ts`). Each request still asks for the
 * versions of now (concurrent requests share the statement), and a cached reply is used only under the ones that it has. So a reply is
 * never older than its request, whoever changed what: another process of the API, the worker, the operator with psql.
 */
import type { OperationName } from '@innkeeper/contract/operations';
import type { Versions } from '@innkeeper/db/tables/versions';
import type { BackgroundTasks } from '../background-tasks.ts';
import type { WireReply } from '../handlers/run.ts';
import type { Guard, RequestContext, Route } from '../request/context.ts';
import { openAskedBefore } from './asked-before.ts';
import { openReplyStore } from './store.ts';

/**
 * The most frequent reads that depend on nothing but the database, the caller and the URL: no clock, no engine. Those of an `account`
 * show its rows and the catalogue; those of the `catalogue` show that alone, so that an account's changes leave them cached.
 * (`listPlans` is not among them: it shows whether the nodes have room, which changes with every order.)
 */
export const CACHED_READS: ReadonlyMap<OperationName, 'account' | 'catalogue'> = new Map([
  ['getServer', 'account'],
  ['listServers', 'account'],
  ['listServerImages', 'catalogue'],
  ['getOrder', 'account'],
  ['listOrders', 'account'],
  ['listBalanceTransactions', 'account'],
  ['getSshKey', 'account'],
  ['listSshKeys', 'account'],
  ['getFirewall', 'account'],
  ['listFirewalls', 'account'],
]);

export interface ResponseCache {
  /** Ends the guards with the cached reply, if there is one. A reply is cached from the second request for it on. */
  guard: Guard;
  /** Replies to a request that passed `guard`, and caches the reply. Concurrent equal requests share one read. */
  read(context: RequestContext, read: () => Promise<WireReply>): Promise<WireReply>;
  /**
   * Turns caching on or off, and clears the cache. It may be on only while we listen to the database: one that was restored
   * from a backup, or recovered after a crash, may repeat a version.
   */
  setEnabled(enabled: boolean): void;
  /** Of the replies to this URL that are cached, whosever they are. */
  routeOf(url: string): Route | undefined;
}

/** So that four accounts at least have room. */
const SHARE = 0.25;
/** Longest URL that is cached. Longer ones are searches that nobody repeats. */
const MOST_URL = 2_000;

const MOST_AS_STRING = 16_000;
/** Of keys that were asked for: some 16 000 in each of two generations, more than there is room for replies to them. */
const MOST_KEY_CHARACTERS = 4_000_000;

export interface ResponseCacheOptions {
  /** Of the catalogue and of this account, read after the call. */
  versions: (accountId: number) => Promise<Versions>;
  /** Runs what no reply waits for. */
  background: BackgroundTasks;
  /** Base of the links in a reply, `https://api.example.com`: one of the few known hosts (`request/host.ts`). */
  linksOf: (context: RequestContext) => string;
  mostBytes: number;
  /** Tests: has what is cached read again, and is told when that gives other bytes. */
  onStale?: ((problem: Error) => void) | undefined;
}

export function openResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { versions, background, linksOf, mostBytes, onStale } = options;
  const replies = openReplyStore({ mostBytes, share: SHARE });
  const askedBefore = openAskedBefore(MOST_KEY_CHARACTERS);
  const underWay = new Map<string, Promise<WireReply>>();
  let enabled = false;
  /** Counts how often caching was turned on or off: what was read before that is stored no more. */
  let epoch = 0;

  /** By token or session and what it is for, not by account: the VAT rate is cached with the token (`guards/token/cache.ts`). */
  const keyOf = (context: RequestContext): string => {
    const { caller, request } = context;
    return `${caller?.kind} ${caller?.id} ${caller?.servers ?? ''} ${caller?.taxRate} ${linksOf(context)} ${request.url}`;
  };
  const versionIn = ({ catalogue, accounts }: Versions, context: RequestContext): string => {
    const shown = isOfAccount(context) ? `${catalogue} ${accounts.get(accountOf(context)) ?? 'none'}` : catalogue;
    return `${epoch} ${shown}`;
  };
  const versionNow = async (context: RequestContext): Promise<string> => versionIn(await versions(accountOf(context)), context);

  /** What several statements read is of one version only if it was the same before the first and after the last. */
  const store = async (context: RequestContext, key: string, { body, ...reply }: WireReply): Promise<void> => {
    const { version, route } = context;
    if (typeof body !== 'string' || version === undefined || !route || (await versionNow(context)) !== version) return;
    const { url } = context.request;
    replies.set(accountOf(context), key, { version, reply: { ...reply, body: asSent(body) }, url, route });
  };

  const verify = async (context: RequestContext, cached: WireReply, fresh: WireReply): Promise<void> => {
    const same = String(cached.body) === String(fresh.body) && cached.status === fresh.status;
    if (same || (await versionNow(context)) !== context.version) return;
    onStale?.(new Error(`${context.route?.name}: what is cached is not what is read: ${cached.body} / ${String(fresh.body)}`));
  };

  const readOnce = async (context: RequestContext, key: string, read: () => Promise<WireReply>): Promise<WireReply> => {
    const name = `${context.version} ${key}`;
    const running = underWay.get(name);
    // What that read still has to fetch may be newer than the version, but is never older.
    if (running) {
      context.cached = await running;
      return context.cached;
    }
    const reading = read();
    underWay.set(name, reading);
    const done = (): boolean => underWay.delete(name);
    const reply = await reading.catch((error: unknown) => {
      done();
      throw error;
    });
    // Until it is stored, equal requests share this read.
    background.run('cache a reply', store(context, key, reply).finally(done));
    return reply;
  };

  return {
    guard(context) {
      // Its keys are those of customers.
      if (!enabled || context.caller?.kind === 'staff' || context.request.url.length > MOST_URL) return undefined;
      const key = keyOf(context);
      // What nobody has asked for before is neither cached nor worth it, so the versions need not be known. (It may be cached and forgotten here, when
      // another account has asked for very much.)
      if (!askedBefore.note(key) && !replies.has(accountOf(context), key)) return undefined;
      return versions(accountOf(context)).then((now) => {
        context.version = versionIn(now, context);
        if (!onStale) context.cached = replies.get(accountOf(context), key, context.version);
        return undefined;
      });
    },
    async read(context, read) {
      if (context.version === undefined) return read();
      const key = keyOf(context);
      // It may have been cached while this request waited for a slot of its account.
      const cached = replies.get(accountOf(context), key, context.version);
      if (!cached) return readOnce(context, key, read);
      context.cached = cached;
      if (onStale) await verify(context, cached, await read());
      return cached;
    },
    setEnabled(now) {
      enabled = now;
      epoch += 1;
      replies.clear();
    },
    routeOf: replies.routeOf,
  };
}

/**
 * A short text of one byte a character stays a string, which Node sends in one piece with the head: 1 us less. A long one would be
 * copied for it.
 */
function asSent(body: string): string | Buffer {
  const bytes = Buffer.from(body);
  return bytes.length === body.length && bytes.length <= MOST_AS_STRING ? body : bytes;
}

const accountOf = ({ caller }: RequestContext): number => caller?.accountId ?? 0;

const isOfAccount = ({ route }: RequestContext): boolean => route !== undefined && CACHED_READS.get(route.name) === 'account';
