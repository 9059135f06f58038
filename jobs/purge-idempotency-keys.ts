import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Deletes stored replies older than the retention time, and the oldest replies of accounts above their limit. */
export async function purgeIdempotencyKeys({
  db,
  clock,
  settings,
}: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.replyRetentionMs);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
  const { repliesPerAccount, replyBytesPerAccount } = settings;
  await sql`
    delete from idempotency_keys as k using (
      select account_id, key, row_number() over newest as n,
        sum(octet_length(coalesce(body, '')) + octet_length(headers::text)) over newest as bytes
      from idempotency_keys window newest as (partition by account_id order by created_at desc, key)) as kept
    where k.account_id = kept.account_id and k.key = kept.key
      and (n > ${repliesPerAccount}::int or bytes > ${replyBytesPerAccount}::bigint)`.execute(db);
}
