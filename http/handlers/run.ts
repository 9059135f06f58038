/** Runs an operation: a read on the connection pool, and everything else in one transaction together with its stored reply. */

import { isMutation, type Operation } from '@innkeeper/contract/define';
import { Quote } from '@innkeeper/contract/schemas/quote';
import { serializerOf } from '@innkeeper/contract/serializer';
import { inRolledBackTransaction, inTransaction } from '@innkeeper/db/transaction';
import { type StoredReply, withIdempotencyKey } from '@innkeeper/domain/access/idempotency';
import { storeOfAccount, storeOfSupport } from '@innkeeper/domain/access/idempotency-stores';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { ANONYMOUS_VISITOR, type Customer } from '@innkeeper/domain/actor';
import type { MutatingRequestCx, RequestCx, RequestUrl } from '@innkeeper/domain/context';
import { openPromoTries } from '@innkeeper/domain/promo-tries';
import type { Clock } from '@innkeeper/model/clock';
import type { Services } from '@innkeeper/operations/define';
import type { Content } from '@innkeeper/present/reply';
import { CommittedFailure, RawJson, WithHeaders } from '@innkeeper/present/reply';
import { idempotentRequest } from '../guards/idempotency.ts';
import { isQuoteRequest } from '../guards/quote.ts';
import type { RequestContext, Route } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { CACHED_READS, type ResponseCache } from '../response-cache/cache.ts';
import type { AnyUseCase } from './define.ts';
import { openOrderQueue } from './order-queue.ts';
import { preparationOf } from './preparations.ts';
import { rowsFor } from './rows.ts';

export type Runner = (
  route: Route,
  useCase: AnyUseCase,
  write: (body: unknown) => Content | null,
  quote?: AnyUseCase,
) => (context: RequestContext) => Promise<WireReply>;

export interface RunnerOptions {
  db: RequestCx['db'];
  clock: RequestCx['clock'];
  settings: RequestCx['settings'];
  /** Loaders that concurrent reads share. */
  load: RequestCx['load'];
  responseCache: ResponseCache;
  services: Services;
  hosts: Hosts;
}

/** Returns the function that turns a route and its use case into a function that replies to requests. */
export function openRunner({ db, clock, settings, load, responseCache, services, hosts }: RunnerOptions): Runner {
  const reading = { db, clock, settings, load };
  const withoutClock = { ...reading, clock: NO_CLOCK };
  const writeQuote = serializerOf(Quote);
  const orders = openOrderQueue();
  const promoTries = openPromoTries();
  return ({ name, operation }, useCase, write, quote) => {
    const prepare = preparationOf(name);
    const answer = async (cx: RequestCx, context: RequestContext, prepared?: unknown): Promise<WireReply> => {
      const input = { ...(await inputOf(cx, operation, context)), prepared };
      const result = await useCase(withWatchedCaller(cx, context), input, services);
      if (result instanceof CommittedFailure) return { status: 500, headers: {}, body: null, failure: result.failure };
      const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
      const replyHeaders = { ...headers, ...operationIds(cx.startedOperations) };
      return { status: operation.reply.status, headers: replyHeaders, body: body instanceof RawJson ? body.text : write(body) };
    };
    const callerContext = (context: RequestContext) => ({
      // Use cases of anonymous operations are typed for visitors. Operations for support never read a user (contract/support-access.ts).
      actor: (context.caller ?? ANONYMOUS_VISITOR) as Customer,
      requestId: context.request.id,
      clientAddress: context.client.address,
      promoTries,
      userAgent: context.request.headers['user-agent'] ?? '',
      url: urlOf(context, hosts),
    });
    if (CACHED_READS.has(name)) {
      return (context) => responseCache.read(context, () => answer({ ...withoutClock, ...callerContext(context) }, context));
    }
    if (operation.method === 'GET' || isFile(operation))
      return (context) => answer({ ...reading, ...callerContext(context) }, context);
    const change = async (context: RequestContext): Promise<WireReply> => {
      const idempotent = operation.reply.secret ? undefined : idempotentRequest(context);
      const { cookie } = context.request.headers;
      const prepared = await prepare?.(
        withWatchedCaller({ ...reading, ...callerContext(context) }, context),
        context.body,
        services,
        cookie,
      );
      const reply: WireReply = await inTransaction(db, async (trx): Promise<WireReply> => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), startedOperations: [], ...callerContext(context) };
        if (!idempotent) return answer(cx, context, prepared);
        const { reply, replayed } = await withIdempotencyKey(
          cx,
          idempotent,
          async () => toStoredReply(await answer(cx, context, prepared)),
          context.caller?.kind === 'staff' ? storeOfSupport(context.caller) : storeOfAccount(cx.actor.accountId),
        );
        return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
      });
      if (reply.failure) throw reply.failure;
      return reply;
    };
    if (!quote) return change;
    // A quote also runs in a transaction, because its checks lock rows. Its writes are rolled back.
    const answerQuote = (context: RequestContext): Promise<WireReply> =>
      inRolledBackTransaction(db, async (trx) => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), ...callerContext(context) };
        const input = await inputOf(cx, operation, context);
        return {
          status: 200,
          headers: {},
          body: writeQuote(await quote(withWatchedCaller(cx, context), input, services)),
        };
      });
    // Every operation with a quote creates an order or a refund.
    const enqueueChange = (context: RequestContext): Promise<WireReply> =>
      orders.run(callerContext(context).actor.accountId, () => change(context));
    return (context) => (isQuoteRequest(context) ? answerQuote(context) : enqueueChange(context));
  };
}

/** Maximum number of ids in the header. `GET /operations` lists all. */
const MAX_OPERATION_IDS = 50;

/** Returns the header with the operations that a request started, if any. It is stored with the reply. */
function operationIds(started: readonly number[] = []): Record<string, string> {
  return started.length > 0 ? { 'X-Operation-Id': started.slice(0, MAX_OPERATION_IDS).join(', ') } : {};
}

/** Replaces the actor with the caller that a test watches. Reads by the pipeline itself therefore do not count as reads by the use case. */
function withWatchedCaller<C extends RequestCx>(cx: C, { watchedCaller }: RequestContext): C {
  return watchedCaller ? { ...cx, actor: watchedCaller } : cx;
}

/** Returns the input of a use case with the rows of the path. Throws the errors of `rowsFor`. */
async function inputOf(cx: RequestCx, operation: Operation, context: RequestContext): Promise<Parameters<AnyUseCase>[1]> {
  const { params, query, headers, body, passwordHash, files } = context;
  const rows = await rowsFor(cx as MutatingRequestCx, operation, params as object);
  return { ...rows, params, query, headers, body, passwordHash, files };
}

/** Returns whether the operation returns a file and changes nothing. Such a reply is never stored. */
const isFile = (operation: Operation): boolean => operation.reply.contentType !== undefined && !isMutation(operation);

/** Returns a reply that can be stored. Throws if it is not text. */
export function toStoredReply({ body, failure, ...reply }: WireReply): StoredReply {
  if (failure) throw new TypeError('a refusal that is committed is never stored');
  if (typeof body === 'string' || body === null) return { ...reply, body };
  throw new TypeError('only text can be stored for a repeated request');
}

/** Clock for cached reads. A cached reply must not depend on the time, so a use case that reads the clock fails in its first test. */
const NO_CLOCK: Clock = {
  now() {
    throw new Error('a cached reply may not depend on the time');
  },
};

/** Returns the URL as the client sees it, without the query. */
function urlOf({ request, client }: RequestContext, hosts: Hosts): RequestUrl {
  return {
    path: hosts.linkBase(request.raw, client) + request.url.split('?', 1)[0],
    query: request.query as RequestUrl['query'],
  };
}
