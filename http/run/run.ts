/**
 * Runs operations of either audience: reads on the connection pool, and everything else in one transaction together with its stored reply.
 * Each chain gives its pool, its actor and its store of replies. Staff's reads run as changes, because some of them write.
 */
import { inRolledBackTransaction, inTransaction } from '@innkeeper/db/transaction';
import { type ReplyStore, type StoredReply, withIdempotencyKey } from '@innkeeper/domain/access/idempotency';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { AfterCommit, CommittedFailure, type Content, RawJson, WithHeaders } from '@innkeeper/present/reply';
import type { IdempotentRequest } from '../guards/idempotency.ts';
import type { RequestContext } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';

export interface RunnerOptions<C extends Cx> {
  db: Cx['db'];
  /** Returns the context of a use case on a connection: of the pool, or of the transaction. */
  contextOf(context: RequestContext, db: Cx['db']): C;
  /** Returns where replies to this caller are stored. */
  storeOf(context: RequestContext): ReplyStore;
}

/** Runs the use case, and writes its reply. `prepared` is the result of the preparation. */
type Answer<C> = (cx: C, context: RequestContext, prepared?: unknown) => Promise<WireReply>;

export interface Change<C> {
  answer: Answer<C>;
  /** Work before the transaction, because it takes long or must take the same time whatever the database contains. */
  prepare?: ((cx: C, context: RequestContext) => Promise<unknown>) | undefined;
  /** Returns the key of a request whose reply is stored, or `undefined`. */
  idempotent(context: RequestContext): IdempotentRequest | undefined;
}

type Run = (context: RequestContext) => Promise<WireReply>;

export interface Runner<C> {
  read(answer: Answer<C>): Run;
  change(change: Change<C>): Run;
  /** Runs a quote in a transaction, because its checks lock rows, and rolls its writes back. */
  quote(answer: Answer<C>): Run;
}

export function openRunner<C extends Cx>({ db, contextOf, storeOf }: RunnerOptions<C>): Runner<C> {
  const commit = ({ answer, idempotent }: Change<C>, context: RequestContext, prepared: unknown): Promise<WireReply> =>
    inTransaction(db, async (trx): Promise<WireReply> => {
      const cx = contextOf(context, trx);
      const request = idempotent(context);
      if (!request) return answer(cx, context, prepared);
      const act = async (): Promise<StoredReply> => toStoredReply(await answer(cx, context, prepared));
      const { reply, replayed } = await withIdempotencyKey(cx as C & MutatingCx, request, act, storeOf(context));
      return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
    });
  return {
    read: (answer) => (context) => answer(contextOf(context, db), context),
    change: (change) => async (context) => {
      const prepared = await change.prepare?.(contextOf(context, db), context);
      const reply = await commit(change, context, prepared);
      if (reply.failure) throw reply.failure;
      reply.afterCommit?.();
      return reply;
    },
    quote: (answer) => (context) => inRolledBackTransaction(db, (trx) => answer(contextOf(context, trx), context)),
  };
}

/** Writes the result of a use case with `write`, unless it is JSON text already. */
export function toWireReply(result: unknown, status: number, write: (body: unknown) => Content | null): WireReply {
  if (result instanceof AfterCommit) return { ...toWireReply(result.reply, status, write), afterCommit: result.act };
  if (result instanceof CommittedFailure) return { status: 500, headers: {}, body: null, failure: result.failure };
  const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
  return { status, headers, body: body instanceof RawJson ? body.text : write(body) };
}

/** Returns a reply that can be stored. Throws if it is not text. */
function toStoredReply({ body, failure, afterCommit, ...reply }: WireReply): StoredReply {
  if (failure) throw new TypeError('a refusal that is committed is never stored');
  if (afterCommit) throw new TypeError('a reply with an act after the commit is never stored');
  if (typeof body === 'string' || body === null) return { ...reply, body };
  throw new TypeError('only text can be stored for a repeated request');
}
