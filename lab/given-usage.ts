/** Usage samples that a test starts from. */
import type { Database } from '@innkeeper/db/schema';
import { cycleStart } from '@innkeeper/model/usage';
import type { Insertable, Kysely } from 'kysely';

/** Replaces the latest sample of a server. */
export async function givenUsage(
  db: Kysely<Database>,
  serverId: number,
  fields: Partial<Insertable<Database['server_usage']>> = {},
): Promise<void> {
  const now = new Date();
  const server = await db
    .selectFrom('servers')
    .select(['activated_at', 'created_at'])
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  const row = {
    sampled_at: now,
    cpu_seconds: 0,
    net_in_bytes: 0n,
    net_out_bytes: 0n,
    cpu_percent: 0,
    disk_bytes: 0n,
    cycle_bytes: 0n,
    cycle_began_at: cycleStart(server, now),
    ...fields,
  };
  await db
    .insertInto('server_usage')
    .values({ server_id: serverId, ...row })
    .onConflict((oc) => oc.column('server_id').doUpdateSet(row))
    .execute();
}
