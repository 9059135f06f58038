/** Fixtures: usage samples. */
import type { Database } from '@innkeeper/db/schema';
import { addMetricSample } from '@innkeeper/model/servers/metrics';
import { cycleStart } from '@innkeeper/model/servers/usage';
import type { Kysely } from 'kysely';

interface GivenUsage {
  sampled_at?: Date;
  cpu_percent?: number;
  disk_bytes?: bigint;
  cycle_bytes?: bigint;
  cycle_began_at?: Date;
}

/** Replaces the latest sample of a server and the saved traffic of its cycle. */
export async function givenUsage(db: Kysely<Database>, serverId: number, fields: GivenUsage = {}): Promise<void> {
  const { sampled_at: at = new Date(), cycle_bytes = 0n, cpu_percent = 0, disk_bytes = 0n } = fields;
  const server = await db
    .selectFrom('servers')
    .select(['activated_at', 'created_at'])
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  const cycle_began_at = fields.cycle_began_at ?? cycleStart(server, new Date());
  const none = { net_in_bytes: 0n, net_out_bytes: 0n };
  const { after } = addMetricSample(undefined, { at, counters: null });
  const sample = { ...after, cpu_percent, disk_bytes, unsaved_in_bytes: 0n, unsaved_out_bytes: 0n };
  await db
    .insertInto('server_samples')
    .values({ server_id: serverId, ...sample })
    .onConflict((oc) => oc.column('server_id').doUpdateSet(sample))
    .execute();
  const saved = { saved_at: at, cycle_bytes, cycle_began_at, ...none };
  await db
    .insertInto('server_usage')
    .values({ server_id: serverId, ...saved })
    .onConflict((oc) => oc.column('server_id').doUpdateSet(saved))
    .execute();
}
