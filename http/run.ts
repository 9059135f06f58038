/** Runs an operation: a read on the database as it is, everything else in one transaction together with its stored reply. */

import { inTransaction } from '@innkeeper/db/transaction';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { once, type StoredReply } from '@innkeeper/domain/access/once';
import type { Caller, Cx } from '@innkeeper/domain/context';
import type { Exchange, Route } from './exchange.ts';
import { idempotentRequest } from './guards/idempotency.ts';
import { type AnyHandler, WithHeaders } from './handlers/define.ts';
import type { ListUrl } from './page.ts';

export type Runner = (
  route: Route,
  handler: AnyHandler,
  write: (body: unknown) => string | null,
) => (exchange: Exchange) => Promise<StoredReply>;

export interface RunnerOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  /** For reads, which share them. */
  load: Cx['load'];
  publicUrl?: string | undefined;
}

/** Makes what turns a route and its handler into a reply. */
export function openRunner({ db, clock, settings, load, publicUrl }: RunnerOptions): Runner {
  const reading = { db, clock, settings, load };
  return ({ operation }, handler, write) => {
    const answer = async (cx: Cx, exchange: Exchange): Promise<StoredReply> => {
      const result = await handler(cx, exchange, urlOf(exchange, publicUrl));
      const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
      return { status: operation.reply.status, headers, body: write(body) };
    };
    const who = ({ caller, request }: Exchange) => ({ caller: caller as Caller, requestId: request.id });
    if (operation.method === 'GET') return (exchange) => answer({ ...reading, ...who(exchange) }, exchange);
    return (exchange) => {
      const idempotent = idempotentRequest(exchange);
      return inTransaction(db, async (trx) => {
        const cx = { db: trx, clock, settings, load: openLoaders(trx), ...who(exchange) };
        if (!idempotent) return answer(cx, exchange);
        const { reply, replayed } = await once(cx, idempotent, () => answer(cx, exchange));
        return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
      });
    };
  };
}

/** The URL as the client sees it, without the query. */
function urlOf({ request }: Exchange, publicUrl: string | undefined): ListUrl {
  const base = publicUrl ?? `${request.protocol}://${request.host}`;
  return { path: base + request.url.split('?', 1)[0], query: request.query as ListUrl['query'] };
}
