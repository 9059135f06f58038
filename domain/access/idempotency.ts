/**
 * A change that takes effect once, however often the request is sent. The reply is stored in the transaction of the change, so
 * that both exist or neither does; a request that failed left nothing behind and can be sent again.
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

/** Stored replies of one caller. `name` is unlike that of any other. */
export interface ReplyStore {
  readonly name: string;
  find(trx: Transaction<Database>, key: string, since: Date): Promise<StoredRow | undefined>;
  storing(trx: Transaction<Database>, key: string, row: NewRow): Compilable;
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
 * Runs `change`, or answers what it answered before. Throws `idempotency_running` while another request holds the key, and
 * `idempotency_mismatch` when the key was used with another request.
 */
export async function once(
  cx: MutatingCx,
  request: { key: string; fingerprint: Buffer },
  change: () => Promise<StoredReply>,
  store: ReplyStore,
): Promise<{ reply: StoredReply; replayed: boolean }> {
  // Older keys are ignored, and later deleted by a sweep.
  const since = new Date(cx.clock.now().getTime() - cx.settings.repliesKeptMs);
  // Sent together, and done in this order: what is found was stored by whoever held the key before.
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
  await atCommit(cx.db, store.storing(cx.db, key, stores));
  return { reply, replayed: false };
}

/** Held until the transaction ends, so a second request never waits for the first: it is told that one is running. */
async function holdKey(cx: MutatingCx, key: string): Promise<void> {
  const held = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${key}`}, 0))`.as('held');
  const row = await cx.db.selectNoFrom(held).executeTakeFirstOrThrow();
  if (!row.held) throw new Failure('idempotency_running');
}

function mismatch(): Failure {
  const sentence = 'This key was already used with a different request. Send a new key.';
  return new Failure('idempotency_mismatch', { errors: { 'Idempotency-Key': [sentence] } });
}

/** 1 to 255 printable characters. */
export function checkedKey(given: string): string {
  if (!/^[ -~]{1,255}$/.test(given)) throw invalid('Idempotency-Key', 'Must have 1 to 255 printable characters.');
  return given;
}
