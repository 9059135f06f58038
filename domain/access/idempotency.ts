/**
 * A change that takes effect once, however often the request is sent. The reply is stored in the transaction of the change, so
 * that both exist or neither does; a request that failed left nothing behind and can be sent again.
 */
import { atCommit, together } from '@innkeeper/db/transaction';
import { days } from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

/** Older keys are ignored, and later deleted by a sweep. */
export const IDEMPOTENCY_KEPT_MS = days(30);

export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Runs `change`, or answers what it answered before. Throws `idempotency_running` while another request holds the key, and
 * `idempotency_mismatch` when the key was used with another request.
 */
export async function once(
  cx: MutatingCx<Customer>,
  request: { key: string; fingerprint: Buffer },
  change: () => Promise<StoredReply>,
): Promise<{ reply: StoredReply; replayed: boolean }> {
  // Sent together, and done in this order: what is found was stored by whoever held the key before.
  const [, stored] = await together(holdKey(cx, request.key), findStored(cx, request.key));
  if (stored) {
    if (!stored.fingerprint.equals(request.fingerprint)) throw mismatch();
    return {
      reply: { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body },
      replayed: true,
    };
  }
  const reply = await change();
  await atCommit(cx.db, storing(cx, request, reply));
  return { reply, replayed: false };
}

/** Held until the transaction ends, so a second request never waits for the first: it is told that one is running. */
async function holdKey(cx: MutatingCx<Customer>, key: string): Promise<void> {
  const name = `idempotency:${cx.actor.accountId}:${key}`;
  const held = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as('held');
  const row = await cx.db.selectNoFrom(held).executeTakeFirstOrThrow();
  if (!row.held) throw new Failure('idempotency_running');
}

function findStored(cx: MutatingCx<Customer>, key: string) {
  return cx.db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('account_id', '=', cx.actor.accountId)
    .where('key', '=', key)
    .where('created_at', '>', new Date(cx.clock.now().getTime() - IDEMPOTENCY_KEPT_MS))
    .executeTakeFirst();
}

function storing(cx: MutatingCx<Customer>, request: { key: string; fingerprint: Buffer }, reply: StoredReply) {
  const row = {
    fingerprint: request.fingerprint,
    status: reply.status,
    headers: JSON.stringify(reply.headers),
    body: reply.body,
    created_at: cx.clock.now(),
  };
  return (
    cx.db
      .insertInto('idempotency_keys')
      .values({ ...row, account_id: cx.actor.accountId, key: request.key })
      // Of the same key there may be an outlived row.
      .onConflict((oc) => oc.columns(['account_id', 'key']).doUpdateSet(row))
  );
}

function mismatch(): Failure {
  const sentence = 'This key was used with another request.';
  return new Failure('idempotency_mismatch', { errors: { 'Idempotency-Key': [sentence] } });
}

/** 1 to 255 printable characters. */
export function checkedKey(given: string): string {
  if (!/^[ -~]{1,255}$/.test(given)) throw invalid('Idempotency-Key', 'Must have 1 to 255 printable characters.');
  return given;
}
