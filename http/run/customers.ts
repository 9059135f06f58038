/** Runs customers' operations: with the rows of their path, their quotes, and one order of an account at a time. */
import { isMutation, type Operation } from '@innkeeper/contract/define';
import { Quote } from '@innkeeper/contract/schemas/quote';
import { serializerOf } from '@innkeeper/contract/serializer';
import { storeOfAccount, storeOfSupport } from '@innkeeper/domain/access/idempotency-stores';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { ANONYMOUS_VISITOR, type Customer } from '@innkeeper/domain/actor';
import type { MutatingRequestCx, RequestCx, RequestUrl } from '@innkeeper/domain/context';
import { openPromoTries } from '@innkeeper/domain/promo-tries';
import type { Clock } from '@innkeeper/model/time/clock';
import type { PreparedInput, Services } from '@innkeeper/operations/define';
import type { Content } from '@innkeeper/present/reply';
import { idempotentRequest } from '../guards/idempotency.ts';
import { isQuoteRequest } from '../guards/quote.ts';
import type { RequestContext, Route } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import type { WireReply } from '../request/wire-reply.ts';
import type { ResponseCache } from '../response-cache/cache.ts';
import { openOrderQueue } from './order-queue.ts';
import { rowsFor } from './rows.ts';
import { openRunner, toWireReply } from './run.ts';

/** Use case as the runner calls it. The contract's types are checked where the use case is listed. */
export type AnyUseCase = (
  cx: RequestCx,
  input: { params: unknown; query: unknown; headers: unknown; body: unknown; prepared?: unknown } & PreparedInput,
  services: Services,
) => Promise<unknown>;

/** Preparation as the runner calls it, with the Cookie header. */
export type AnyPreparation = (cx: RequestCx, body: unknown, services: Services, cookies: string | undefined) => Promise<unknown>;

/** Functions of an operation. */
export interface CustomerFunctions {
  useCase: AnyUseCase;
  quote?: AnyUseCase | undefined;
  prepare?: AnyPreparation | undefined;
}

export type CustomerRunner = (
  route: Route,
  functions: CustomerFunctions,
  write: (body: unknown) => Content | null,
) => (context: RequestContext) => Promise<WireReply>;

export interface CustomerRunnerOptions {
  db: RequestCx['db'];
  clock: RequestCx['clock'];
  settings: RequestCx['settings'];
  /** Loaders that concurrent reads share. */
  load: RequestCx['load'];
  responseCache: ResponseCache;
  services: Services;
  hosts: Hosts;
}

/** Returns the function that turns a route and its functions into a function that replies to requests. */
export function openCustomerRunner(options: CustomerRunnerOptions): CustomerRunner {
  const { db, clock, settings, load, responseCache, services, hosts } = options;
  const writeQuote = serializerOf(Quote);
  const orders = openOrderQueue();
  const promoTries = openPromoTries();
  // Use cases of anonymous operations are typed for visitors. Operations for support never read a user (contract/support-access.ts).
  const actorOf = ({ caller }: RequestContext): Customer => (caller ?? ANONYMOUS_VISITOR) as Customer;
  const runner = openRunner<RequestCx>({
    db,
    contextOf: (context, connection) => ({
      ...{ db: connection, clock, settings, promoTries, actor: actorOf(context) },
      ...(connection.isTransaction ? { load: openLoaders(connection), startedOperations: [] } : { load }),
      requestId: context.request.id,
      clientAddress: context.client.address,
      userAgent: context.request.headers['user-agent'] ?? '',
      url: urlOf(context, hosts),
    }),
    storeOf: (context) =>
      context.caller?.kind === 'staff' ? storeOfSupport(context.caller) : storeOfAccount(actorOf(context).accountId),
  });
  return ({ operation }, { useCase, quote, prepare }, write) => {
    const answer = async (cx: RequestCx, context: RequestContext, prepared?: unknown): Promise<WireReply> => {
      const input = { ...(await inputOf(cx, operation, context)), prepared };
      const result = await useCase(withWatchedCaller(cx, context), input, services);
      const reply = toWireReply(result, operation.reply.status, write);
      return { ...reply, headers: { ...reply.headers, ...operationIds(cx.startedOperations) } };
    };
    if (operation.cached) {
      const read = runner.read((cx, context) => answer({ ...cx, clock: NO_CLOCK }, context));
      return (context) => responseCache.read(context, () => read(context));
    }
    if (operation.method === 'GET' || isFile(operation)) return runner.read(answer);
    const change = runner.change({
      answer,
      idempotent: (context) => (operation.reply.secret ? undefined : idempotentRequest(context)),
      prepare:
        prepare &&
        ((cx, context) => prepare(withWatchedCaller(cx, context), context.body, services, context.request.headers.cookie)),
    });
    if (!quote) return change;
    const answerQuote = runner.quote(async (cx, context) => {
      const input = await inputOf(cx, operation, context);
      return { status: 200, headers: {}, body: writeQuote(await quote(withWatchedCaller(cx, context), input, services)) };
    });
    // Every operation with a quote creates an order or a refund.
    const enqueueChange = (context: RequestContext): Promise<WireReply> =>
      orders.run(actorOf(context).accountId, () => change(context));
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
