import type { Server } from '@innkeeper/db/schema';
import { dayOf, type ServerUsage, upsertSample } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { closedBy, gather, type Look, packBucket } from '@innkeeper/model/metrics';
import { cpuPercent, cycleStart } from '@innkeeper/model/usage';
import type { NodeContext } from '../job.ts';
import { onNode } from './of-node.ts';

/** Guests that are measured at a time; each takes a few ms of QEMU's and our time. */
const AT_ONCE = 4;

interface Sampled {
  server: Pick<Server, 'id' | 'vcpus' | 'activated_at' | 'created_at'>;
  before: ServerUsage | undefined;
}

/** Writes down what every server uses: for its live status, its metrics, its traffic. One that can't be measured stops no other. */
export async function sampleUsage(options: NodeContext): Promise<void> {
  const rows = await options.db
    .selectFrom('servers')
    .leftJoin('server_usage', 'server_usage.server_id', 'servers.id')
    .select(['servers.id', 'servers.vcpus', 'servers.activated_at', 'servers.created_at'])
    .selectAll('server_usage')
    .where('servers.status', 'in', ['active', 'suspended'])
    .where('servers.power', '<>', 'absent')
    .where(onNode(options))
    .execute();
  const servers = rows
    .map(({ id, vcpus, activated_at, created_at, ...before }) => ({
      server: { id, vcpus, activated_at, created_at },
      before: hasSample(before) ? before : undefined,
    }))
    .values();
  // They share the iterator, so each takes the next one that nobody has.
  const takeNext = async (): Promise<void> => {
    for (const server of servers) await sample(options, server);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
}

const hasSample = (row: { [K in keyof ServerUsage]: ServerUsage[K] | null }): row is ServerUsage => row.sampled_at !== null;

async function sample({ db, engine, clock, log }: NodeContext, { server, before }: Sampled): Promise<void> {
  const { id, vcpus } = server;
  try {
    const usage = await engine.compute.measure(machineIdOf(id));
    const at = clock.now();
    const { after, moved } = gather(before, { at, counters: usage && countersOf(usage) });
    const closed = closedBy(before, after, vcpus);
    const cycle = cycleStart(server, at);
    const sameCycle = before && before.cycle_began_at.getTime() === cycle.getTime();
    await upsertSample(db, {
      before,
      after: {
        ...after,
        server_id: id,
        cpu_percent: usage ? percentOf(before, after, vcpus) : 0,
        cycle_bytes: (sameCycle ? before.cycle_bytes : 0n) + moved.in + moved.out,
        cycle_began_at: cycle,
      },
      moved,
      closed: closed && { day: dayOf(closed.at), packed: packBucket(closed) },
    });
  } catch (error) {
    log.warn({ err: error, server: id }, 'a guest could not be measured');
  }
}

function countersOf(usage: MachineUsage): NonNullable<Look['counters']> {
  return {
    cpuSeconds: usage.cpuSeconds,
    netInBytes: BigInt(usage.netInBytes),
    netOutBytes: BigInt(usage.netOutBytes),
    diskReadBytes: BigInt(usage.diskReadBytes),
    diskWrittenBytes: BigInt(usage.diskWrittenBytes),
    diskBytes: BigInt(usage.diskBytes),
  };
}

type Counted = Pick<ServerUsage, 'sampled_at' | 'cpu_seconds'>;

function percentOf(before: Counted | undefined, after: Counted, vcpus: number): number {
  const seen = ({ sampled_at: at, cpu_seconds: cpuSeconds }: Counted) => ({ at, cpuSeconds });
  return cpuPercent(before && seen(before), seen(after), vcpus);
}
