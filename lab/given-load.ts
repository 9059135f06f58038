/** Fixture: the load of a server. */
import type { Database } from '@innkeeper/db/schema';
import { type Bucket, packBucket } from '@innkeeper/model/servers/metrics';
import type { Kysely } from 'kysely';

/** Inserts the load of the last hour, in buckets of five minutes as a worker writes them. */
export async function givenLoad(db: Kysely<Database>, serverId: number): Promise<void> {
  const none: Omit<Bucket, 'at' | 'cpu'> = { running: true, netIn: 0, netOut: 0, read: 0, written: 0, diskBytes: 0 };
  const bucketMs = 300_000;
  const now = Math.floor(Date.now() / bucketMs) * bucketMs;
  const byDay = new Map<string, Buffer[]>();
  for (let count = 12; count > 0; count -= 1) {
    const at = new Date(now - count * bucketMs);
    const day = at.toISOString().slice(0, 10);
    byDay.set(day, [...(byDay.get(day) ?? []), packBucket({ ...none, at, cpu: 90 + (count % 5) })]);
  }
  for (const [day, buckets] of byDay) {
    await db
      .insertInto('server_metrics')
      .values({ server_id: serverId, day, buckets: Buffer.concat(buckets) })
      .execute();
  }
}
