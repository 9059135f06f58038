import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

const TIME_LIMIT_MS = 120_000;
const POLL_INTERVAL_MS = 250;

/** Waits until the API has handled all received mails. Returns false if the time limit ended first. */
export async function settleMails(db: Kysely<Database>): Promise<boolean> {
  const waiting = db.selectFrom('received_mails').select('id').where('handled_at', 'is', null).limit(1);
  for (const end = performance.now() + TIME_LIMIT_MS; performance.now() < end; await sleep(POLL_INTERVAL_MS))
    if ((await waiting.execute()).length === 0) return true;
  return false;
}
