import type { ServerUsageTable } from '@innkeeper/db/schema';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { advanced, cpuPercent, cycleStart } from '@innkeeper/model/usage';
import type { Selectable } from 'kysely';
import type { WatchOptions } from './start.ts';

/** Writes down what every running server uses, for its live status. One server that can't be measured stops no other. */
export async function sampleUsage(options: WatchOptions): Promise<void> {
  const { db, engine, log } = options;
  const running = await db
    .selectFrom('servers')
    .leftJoin('server_usage', 'server_usage.server_id', 'servers.id')
    .select(['servers.id', 'servers.vcpus'])
    .selectAll('server_usage')
    .where('servers.status', 'in', ['active', 'suspended'])
    .where('servers.power', 'in', ['running', 'booting', 'unreachable'])
    .execute();
  for (const { id, vcpus, ...before } of running) {
    try {
      const usage = await engine.compute.measure(machineIdOf(id));
      if (usage) await keep(options, id, vcpus, hasSample(before) ? before : undefined, usage);
    } catch (error) {
      log.warn({ err: error, server: id }, 'a guest could not be measured');
    }
  }
}

type Sample = Selectable<ServerUsageTable>;

const hasSample = (row: { [K in keyof Sample]: Sample[K] | null }): row is Sample => row.sampled_at !== null;

async function keep(
  { db, clock }: WatchOptions,
  id: number,
  vcpus: number,
  before: Sample | undefined,
  usage: MachineUsage,
): Promise<void> {
  const at = clock.now();
  const netInBytes = BigInt(usage.netInBytes);
  const netOutBytes = BigInt(usage.netOutBytes);
  const moved = before
    ? advanced(before.net_in_bytes, netInBytes) + advanced(before.net_out_bytes, netOutBytes)
    : netInBytes + netOutBytes;
  const sameCycle = before && before.cycle_began_at.getTime() === cycleStart(at).getTime();
  const row = {
    sampled_at: at,
    cpu_seconds: usage.cpuSeconds,
    net_in_bytes: netInBytes,
    net_out_bytes: netOutBytes,
    cpu_percent: cpuPercent(
      before && {
        at: before.sampled_at,
        cpuSeconds: before.cpu_seconds,
        netInBytes: before.net_in_bytes,
        netOutBytes: before.net_out_bytes,
      },
      { at, cpuSeconds: usage.cpuSeconds, netInBytes, netOutBytes },
      vcpus,
    ),
    disk_bytes: BigInt(usage.diskBytes),
    cycle_bytes: sameCycle ? before.cycle_bytes + moved : moved,
    cycle_began_at: cycleStart(at),
  };
  await db
    .insertInto('server_usage')
    .values({ server_id: id, ...row })
    .onConflict((oc) => oc.column('server_id').doUpdateSet(row))
    .execute();
}
