/**
 * Caches replies of the reads whose entry says `cached`, each with the versions of the catalogue and of its account.
 *
 * The database raises the versions with every commit that changes the content of such a read (`db/migrations/start/versions.ts`). Each
 * request still reads the current versions in a statement that concurrent requests share. A cached reply is used only if its versions are
 * current.
 *
 * A reply is therefore never older than its request, whoever made the change: another API process, the worker, or the operator with psql.
 */
import type { Versions } from '@innkeeper/db/tables/versions';
import type { BackgroundTasks } from '../log/background-tasks.ts';
import type { Guard, RequestContext, Route } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { openSeenKeys } from './seen-keys.ts';
import { openReplyStore } from './store.ts';

export interface ResponseCache {
  /** Ends the guards with the cached reply, if there is one. A reply is cached from its second request on. */
  guard: Guard;
  /** Returns the reply to a request that passed `guard`, and caches the reply. Concurrent equal requests share one read. */
  read(context: RequestContext, read: () => Promise<WireReply>): Promise<WireReply>;
  /**
   * Turns caching on or off, and clears the cache. Caching may be on only while the process listens to the database. A database that was
   * restored from a backup, or recovered after a crash, may repeat a version.
   */
  setEnabled(enabled: boolean): void;
  /** Returns the route of cached replies to this URL, for any account. */
  routeOf(url: string): Route | undefined;
}

/** Share of one account, so that at least four accounts have room. */
const SHARE = 0.25;
/** Maximum length of a cached URL. Longer URLs are searches that are not repeated. */
const MAX_URL_LENGTH = 2_000;

const MAX_STRING_LENGTH = 16_000;
/** Maximum number of characters of requested keys: about 16,000 keys in each of two generations, more than the cached replies. */
const MAX_KEY_CHARACTERS = 4_000_000;

export interface ResponseCacheOptions {
  /** Returns the versions of the catalogue and of this account, read after the call. */
  versions: (accountId: number) => Promise<Versions>;
  /** Runs tasks that no reply waits for. */
  background: BackgroundTasks;
  /** Returns the base of the links in a reply, such as `https://api.example.com`: one of the few known hosts (`request/host.ts`). */
  linksOf: (context: RequestContext) => string;
  maxBytes: number;
  /** For tests: reads cached replies again and is called if a fresh read differs. */
  onStale?: ((problem: Error) => void) | undefined;
}

export function openResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { versions, background, linksOf, maxBytes, onStale } = options;
  const replies = openReplyStore({ maxBytes, share: SHARE });
  const seenKeys = openSeenKeys(MAX_KEY_CHARACTERS);
  const runningReads = new Map<string, Promise<WireReply>>();
  let enabled = false;
  /** Incremented when caching is turned on or off. Replies that were read before are no longer stored. */
  let epoch = 0;

  /**
   * Returns the key of a reply. It contains the token or session and its servers, not only the account, because the VAT rate is cached with
   * the token (`guards/token/cache.ts`).
   */
  const keyOf = (context: RequestContext): string => {
    const { caller, request } = context;
    return `${caller?.kind} ${caller?.id} ${caller?.servers ?? ''} ${caller?.taxRate} ${linksOf(context)} ${request.url}`;
  };
  const versionIn = ({ catalogue, accounts }: Versions, context: RequestContext): string => {
    const shown = isOfAccount(context) ? `${catalogue} ${accounts.get(accountOf(context)) ?? 'none'}` : catalogue;
    return `${epoch} ${shown}`;
  };
  const versionNow = async (context: RequestContext): Promise<string> => versionIn(await versions(accountOf(context)), context);

  /** Stores a reply. Several statements have read one version only if it was the same before the first and after the last. */
  const store = async (context: RequestContext, key: string, { body, ...reply }: WireReply): Promise<void> => {
    const { version, route } = context;
    if (typeof body !== 'string' || version === undefined || !route || (await versionNow(context)) !== version) return;
    const { url } = context.request;
    replies.set(accountOf(context), key, { version, reply: { ...reply, body: toWireBody(body) }, url, route });
  };

  const verify = async (context: RequestContext, cached: WireReply, fresh: WireReply): Promise<void> => {
    const same = String(cached.body) === String(fresh.body) && cached.status === fresh.status;
    if (same || (await versionNow(context)) !== context.version) return;
    onStale?.(new Error(`${context.route?.name}: what is cached is not what is read: ${cached.body} / ${String(fresh.body)}`));
  };

  const readOnce = async (context: RequestContext, key: string, read: () => Promise<WireReply>): Promise<WireReply> => {
    const name = `${context.version} ${key}`;
    const running = runningReads.get(name);
    // The remaining statements of that read may see newer data than the version, but never older data.
    if (running) {
      context.cached = await running;
      return context.cached;
    }
    const reading = read();
    runningReads.set(name, reading);
    const done = (): boolean => runningReads.delete(name);
    const reply = await reading.catch((error: unknown) => {
      done();
      throw error;
    });
    // Equal requests share this read until the reply is stored.
    background.run('cache a reply', store(context, key, reply).finally(done));
    return reply;
  };

  return {
    guard(context) {
      // Replies to staff are not cached, because the keys of the cache identify customers.
      if (!enabled || context.caller?.kind === 'staff' || context.request.url.length > MAX_URL_LENGTH) return undefined;
      const key = keyOf(context);
      // A reply that was not requested before is neither cached nor worth caching, so the versions are not needed. `replies` is searched
      // too, because `seenKeys` can drop the key of a cached reply when another account requests very many pages.
      if (!seenKeys.add(key) && !replies.has(accountOf(context), key)) return undefined;
      return versions(accountOf(context)).then((now) => {
        context.version = versionIn(now, context);
        if (!onStale) context.cached = replies.get(accountOf(context), key, context.version);
        return undefined;
      });
    },
    async read(context, read) {
      if (context.version === undefined) return read();
      const key = keyOf(context);
      // The reply may have been cached while this request waited for a slot of its account.
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
 * Returns the body as it is sent. A short text with one byte per character stays a string, which Node sends in one piece with the head, 1
 * us faster. A long string would be copied for that.
 */
function toWireBody(body: string): string | Buffer {
  const bytes = Buffer.from(body);
  return bytes.length === body.length && bytes.length <= MAX_STRING_LENGTH ? body : bytes;
}

const accountOf = ({ caller }: RequestContext): number => caller?.accountId ?? 0;

const isOfAccount = ({ route }: RequestContext): boolean => route?.operation.cached === 'account';
