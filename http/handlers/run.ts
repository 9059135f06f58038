/** Runs an operation: a read on the database as it is, everything else in one transaction together with its stored reply. */

import { inTransaction } from '@innkeeper/db/transaction';
import { once, type StoredReply } from '@innkeeper/domain/access/idempotency';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import type { TokenActor } from '@innkeeper/domain/actor';
import type { RequestCx } from '@innkeeper/domain/context';
import type { Clock } from '@innkeeper/model/clock';
import { idempotentRequest } from '../guards/idempotency.ts';
import type { ListUrl } from '../reply/page.ts';
import type { Exchange, Route } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import { KEPT_READS, type Kept } from '../response-cache/cache.ts';
import { type AnyHandler, type Content, WithHeaders, Written } from './define.ts';
import type { Services } from './services.ts';

/** A reply on its way out. What is stored for a repeated request is text. */
export interface WireReply extends Omit<StoredReply, 'body'> {
  body: Content | null;
}

export type Runner = (
  route: Route,
  handler: AnyHandler,
  write: (body: unknown) => Content | null,
) => (exchange: Exchange) => Promise<WireReply>;

export interface RunnerOptions {
  db: RequestCx['db'];
  clock: RequestCx['clock'];
  settings: RequestCx['settings'];
  /** For reads, which share them. */
  load: RequestCx['load'];
  kept: Kept;
  services: Services;
  hosts: Hosts;
}

/** Makes what turns a route and its handler into a reply. */
export function openRunner({ db, clock, settings, load, kept, services, hosts }: RunnerOptions): Runner {
  const reading = { db, clock, settings, load };
  const timeless = { ...reading, clock: NO_CLOCK };
  return ({ name, operation }, handler, write) => {
    const answer = async (cx: RequestCx, exchange: Exchange): Promise<WireReply> => {
      const result = await handler(cx, exchange, urlOf(exchange, hosts), services);
      const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
      return { status: operation.reply.status, headers, body: body instanceof Written ? body.text : write(body) };
    };
    const who = ({ caller, request }: Exchange) => ({ actor: caller as TokenActor, requestId: request.id });
    if (KEPT_READS.has(name)) {
      return (exchange) => kept.read(exchange, () => answer({ ...timeless, ...who(exchange) }, exchange));
    }
    if (operation.method === 'GET') return (exchange) => answer({ ...reading, ...who(exchange) }, exchange);
    return (exchange) => {
      const idempotent = operation.reply.secret ? undefined : idempotentRequest(exchange);
      return inTransaction(db, async (trx) => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), ...who(exchange) };
        if (!idempotent) return answer(cx, exchange);
        const { reply, replayed } = await once(cx, idempotent, async () => storable(await answer(cx, exchange)));
        return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
      });
    };
  };
}

function storable({ body, ...reply }: WireReply): StoredReply {
  if (typeof body === 'string' || body === null) return { ...reply, body };
  throw new TypeError('only text can be stored for a repeated request');
}

/** What is kept is true at any time; a handler that asks for the time is found out by the first test that calls it. */
const NO_CLOCK: Clock = {
  now() {
    throw new Error('an answer that is kept may not depend on the time');
  },
};

/** The URL as the client sees it, without the query. */
function urlOf({ request, client }: Exchange, hosts: Hosts): ListUrl {
  return { path: hosts.links(request.raw, client) + request.url.split('?', 1)[0], query: request.query as ListUrl['query'] };
}
