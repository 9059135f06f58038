/**
 * Idempotent changes: a change takes effect once, however often its request is sent.
 *
 * The reply is stored in the transaction of the change, so that both exist or neither does. A failed request leaves nothing behind and can
 * be sent again.
 */
import type { Database } from '@innkeeper/db/schema';
import { atCommit, together } from '@innkeeper/db/transaction';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Compilable, type Selectable, sql, type Transaction } from 'kysely';
import type { MutatingCx } from '../context.ts';

export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Stored replies of one caller. `name` is unique per caller. */
export interface ReplyStore {
  readonly name: string;
  find(trx: Transaction<Database>, key: string, since: Date): Promise<StoredRow | undefined>;
  insertQuery(trx: Transaction<Database>, key: string, row: NewRow): Compilable;
}

type StoredRow = Pick<Selectable<Database['idempotency_keys']>, 'fingerprint' | 'status' | 'headers' | 'body'>;

interface NewRow {
  fingerprint: Buffer;
  status: number;
  headers: string;
  body: string | null;
  created_at: Date;
}

/**
 * Runs `change`, or returns the stored reply of an earlier request with this key. Throws `idempotency_running` while another request holds
 * the key, and `idempotency_mismatch` if the key was used with a different request.
 */
export async function withIdempotencyKey(
  cx: MutatingCx,
  request: { key: string; fingerprint: Buffer },
  change: () => Promise<StoredReply>,
  store: ReplyStore,
): Promise<{ reply: StoredReply; replayed: boolean }> {
  // Older keys are ignored. A sweep deletes them later.
  const since = new Date(cx.clock.now().getTime() - cx.settings.replyRetentionMs);
  // Both are sent together and run in this order. A row that is found was stored by the previous holder of the key.
  const [, stored] = await together(holdKey(cx, `${store.name}:${request.key}`), store.find(cx.db, request.key, since));
  if (stored) {
    if (!stored.fingerprint.equals(request.fingerprint)) throw mismatch();
    return {
      reply: { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body },
      replayed: true,
    };
  }
  const reply = await change();
  const row = { ...request, ...reply, headers: JSON.stringify(reply.headers), created_at: cx.clock.now() };
  const { key, ...stores } = row;
  await atCommit(cx.db, store.insertQuery(cx.db, key, stores));
  return { reply, replayed: false };
}

/** Locks the key until the transaction ends. A second request does not wait for the first: it fails with `idempotency_running`. */
async function holdKey(cx: MutatingCx, key: string): Promise<void> {
  const held = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${key}`}, 0))`.as('held');
  const row = await cx.db.selectNoFrom(held).executeTakeFirstOrThrow();
  if (!row.held) throw new Failure('idempotency_running');
}

function mismatch(): Failure {
  const sentence = 'This key was already used with a different request. Send a new key.';
  return new Failure('idempotency_mismatch', { errors: { 'Idempotency-Key': [sentence] } });
}

/** Validates and returns an idempotency key of 1 to 255 printable ASCII characters. */
export function requireIdempotencyKey(given: string): string {
  if (!/^[ -~]{1,255}$/.test(given)) throw invalid('Idempotency-Key', 'Must have 1 to 255 printable characters.');
  return given;
}
