/** Runs an operation: a read on the connection pool, everything else in one transaction together with its stored reply. */

import { changes, type Operation } from '@innkeeper/contract/define';
import { Quote } from '@innkeeper/contract/schemas/quote';
import { serializerOf } from '@innkeeper/contract/serializer';
import { inRolledBackTransaction, inTransaction } from '@innkeeper/db/transaction';
import { once, type StoredReply } from '@innkeeper/domain/access/idempotency';
import { storeOfAccount, storeOfSupport } from '@innkeeper/domain/access/idempotency-stores';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { type Customer, NOBODY } from '@innkeeper/domain/actor';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import { openPromoTries } from '@innkeeper/domain/promos/tries';
import type { Clock } from '@innkeeper/model/clock';
import type { Failure } from '@innkeeper/model/failures';
import { idempotentRequest } from '../guards/idempotency.ts';
import { asksForQuote } from '../guards/quote.ts';
import type { ListUrl } from '../reply/page.ts';
import type { RequestContext, Route } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import { CACHED_READS, type ResponseCache } from '../response-cache/cache.ts';
import { type AnyHandler, type Content, RawJson, Refused, WithHeaders } from './define.ts';
import { openOrderQueue } from './order-queue.ts';
import { preparationOf } from './preparations.ts';
import { rowsFor } from './rows.ts';
import type { Services } from './services.ts';

/** A reply before it is sent. Only text can be stored for a repeated request. */
export interface WireReply extends Omit<StoredReply, 'body'> {
  body: Content | null;
  /** To be thrown once what it wrote is committed. */
  refused?: Failure;
}

export type Runner = (
  route: Route,
  handler: AnyHandler,
  write: (body: unknown) => Content | null,
  quote?: AnyHandler,
) => (context: RequestContext) => Promise<WireReply>;

export interface RunnerOptions {
  db: RequestCx['db'];
  clock: RequestCx['clock'];
  settings: RequestCx['settings'];
  /** Shared by concurrent reads. */
  load: RequestCx['load'];
  responseCache: ResponseCache;
  services: Services;
  hosts: Hosts;
}

/** Returns what makes a function of a route and its handler that replies to a request. */
export function openRunner({ db, clock, settings, load, responseCache, services, hosts }: RunnerOptions): Runner {
  const reading = { db, clock, settings, load };
  const withoutClock = { ...reading, clock: NO_CLOCK };
  const writeQuote = serializerOf(Quote);
  const orders = openOrderQueue();
  const promoTries = openPromoTries();
  return ({ name, operation }, handler, write, quote) => {
    const prepare = preparationOf(name);
    const answer = async (cx: RequestCx, context: RequestContext, prepared?: unknown): Promise<WireReply> => {
      const input = { ...(await inputOf(cx, operation, context)), prepared };
      const result = await handler(ofUseCase(cx, context), input, urlOf(context, hosts), services);
      if (result instanceof Refused) return { status: 500, headers: {}, body: null, refused: result.failure };
      const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
      const told = { ...headers, ...operationIds(cx.startedOperations) };
      return { status: operation.reply.status, headers: told, body: body instanceof RawJson ? body.text : write(body) };
    };
    const who = ({ caller, request, client }: RequestContext) => ({
      // Where anybody may ask, handlers are typed for visitors. What support may do asks of no user (contract/support-access.ts).
      actor: (caller ?? NOBODY) as Customer,
      requestId: request.id,
      clientAddress: client.address,
      promoTries,
      userAgent: request.headers['user-agent'] ?? '',
    });
    if (CACHED_READS.has(name)) {
      return (context) => responseCache.read(context, () => answer({ ...withoutClock, ...who(context) }, context));
    }
    if (operation.method === 'GET' || isFile(operation)) return (context) => answer({ ...reading, ...who(context) }, context);
    const change = async (context: RequestContext): Promise<WireReply> => {
      const idempotent = operation.reply.secret ? undefined : idempotentRequest(context);
      const { cookie } = context.request.headers;
      const prepared = await prepare?.(ofUseCase({ ...reading, ...who(context) }, context), context.body, services, cookie);
      const reply: WireReply = await inTransaction(db, async (trx): Promise<WireReply> => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), startedOperations: [], ...who(context) };
        if (!idempotent) return answer(cx, context, prepared);
        const { reply, replayed } = await once(
          cx,
          idempotent,
          async () => storable(await answer(cx, context, prepared)),
          context.caller?.kind === 'staff' ? storeOfSupport(context.caller) : storeOfAccount(cx.actor.accountId),
        );
        return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
      });
      if (reply.refused) throw reply.refused;
      return reply;
    };
    if (!quote) return change;
    // In a transaction too, since the checks hold the rows that they look at; a quote that writes has written nothing.
    const answerQuote = (context: RequestContext): Promise<WireReply> =>
      inRolledBackTransaction(db, async (trx) => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), ...who(context) };
        const input = await inputOf(cx, operation, context);
        return {
          status: 200,
          headers: {},
          body: writeQuote(await quote(ofUseCase(cx, context), input, urlOf(context, hosts), services)),
        };
      });
    // What has a quote makes an order or a refund.
    const inTurn = (context: RequestContext): Promise<WireReply> =>
      orders.run(who(context).actor.accountId, () => change(context));
    return (context) => (asksForQuote(context) ? answerQuote(context) : inTurn(context));
  };
}

/** Most ids in a header. `GET /operations` lists all. */
const MAX_OPERATION_IDS = 50;

/** Returns the header that names the operations which a request started, if there are any. It is stored with the reply. */
function operationIds(started: readonly number[] = []): Record<string, string> {
  return started.length > 0 ? { 'X-Operation-Id': started.slice(0, MAX_OPERATION_IDS).join(', ') } : {};
}

/** What of the pipeline itself reads the caller's account says nothing of the use case, so in tests only this one is watched. */
function ofUseCase<C extends RequestCx>(cx: C, { watchedCaller }: RequestContext): C {
  return watchedCaller ? { ...cx, actor: watchedCaller } : cx;
}

/** What a handler gets, with the rows of what the path names. Throws what `rowsFor` throws. */
async function inputOf(cx: RequestCx, operation: Operation, context: RequestContext): Promise<Parameters<AnyHandler>[1]> {
  const { params, query, headers, body, passwordHash, files } = context;
  const rows = await rowsFor(cx as MutatingRequestCx, operation, params as object);
  return { ...rows, params, query, headers, body, passwordHash, files };
}

/** Only to read: such a reply is never stored either. */
const isFile = (operation: Operation): boolean => operation.reply.contentType !== undefined && !changes(operation);

/** Throws for what is more than text. */
export function storable({ body, refused, ...reply }: WireReply): StoredReply {
  if (refused) throw new TypeError('a refusal that is committed is never stored');
  if (typeof body === 'string' || body === null) return { ...reply, body };
  throw new TypeError('only text can be stored for a repeated request');
}

/** A cached reply must not depend on the time; a handler that reads the clock fails in the first test that calls it. */
const NO_CLOCK: Clock = {
  now() {
    throw new Error('a cached reply may not depend on the time');
  },
};

/** The URL as the client sees it, without the query. */
function urlOf({ request, client }: RequestContext, hosts: Hosts): ListUrl {
  return { path: hosts.links(request.raw, client) + request.url.split('?', 1)[0], query: request.query as ListUrl['query'] };
}
