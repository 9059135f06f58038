/** Counts the traffic of a server whose guest leaves this node. */
import type { Database } from '@innkeeper/db/schema';
import { upsertSamples } from '@innkeeper/db/tables/metrics';
import type { Engine } from '@innkeeper/engine/open';
import { type Clock, minutes } from '@innkeeper/model/time/clock';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readLastSamples } from './last-samples.ts';
import { MEASURED_COLUMNS, measureServer } from './measure-server.ts';

/** The job that samples all servers may write between a read and a write. */
const ATTEMPTS = 3;
const DISK_MAX_AGE_MS = minutes(5);

interface SampleContext {
  db: Kysely<Database>;
  engine: Pick<Engine, 'compute'>;
  clock: Clock;
}

/** Stores a sample of the server's usage up to now. Throws errors of the engine and the database. */
export async function sampleServer(cx: SampleContext, serverId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const server = await cx.db.selectFrom('servers').select(MEASURED_COLUMNS).where('id', '=', serverId).executeTakeFirst();
    if (server === undefined) return;
    const { sample, saved } = (await readLastSamples(cx, [serverId])).get(serverId) ?? { sample: undefined, saved: undefined };
    const next = await measureServer(cx, { server, sample, saved }, DISK_MAX_AGE_MS);
    if ((await upsertSamples(cx.db, [next])).length > 0) return;
  }
}

/**
 * Sets the counters of the last sample to 0, because those of the new node begin there. A sample that the old node computed before is not
 * stored, as the time of the last one has changed.
 */
export async function restartCounters(trx: Transaction<Database>, serverId: number): Promise<void> {
  await sql`
    with usage as (update server_usage set net_in_bytes = 0, net_out_bytes = 0 where server_id = ${serverId})
    update server_samples set sampled_at = sampled_at + interval '1 millisecond', cpu_seconds = 0, net_in_bytes = 0, net_out_bytes = 0,
      disk_read_bytes = 0, disk_written_bytes = 0
    where server_id = ${serverId}`.execute(trx);
}
