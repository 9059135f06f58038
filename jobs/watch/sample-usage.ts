import type { Server } from '@innkeeper/db/schema';
import { dayOf, type Sample, type ServerUsage, upsertSamples } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { closedBy, gather, type Look, packBucket } from '@innkeeper/model/metrics';
import { cpuPercent, cycleStart } from '@innkeeper/model/usage';
import type { NodeContext } from '../job.ts';
import { onNode } from './of-node.ts';

/** Guests that are measured at a time; each takes a few ms of QEMU's and our time. */
const AT_ONCE = 4;

/** Samples that are kept by one statement. 200 of them took 20 ms together, and 250 ms one by one. */
const IN_ONE_STATEMENT = 500;

interface Sampled {
  server: Pick<Server, 'id' | 'vcpus' | 'activated_at' | 'created_at'>;
  before: ServerUsage | undefined;
}

/**
 * Records the usage of every server: for its live status, its metrics, its traffic. One that cannot be measured does not stop the
 * others.
 */
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
  const samples: Sample[] = [];
  // They share the iterator, so each takes the next one that nobody has.
  const takeNext = async (): Promise<void> => {
    for (const server of servers) {
      const sample = await measured(options, server);
      if (sample) samples.push(sample);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  for (let kept = 0; kept < samples.length; kept += IN_ONE_STATEMENT) {
    await keep(options, samples.slice(kept, kept + IN_ONE_STATEMENT));
  }
}

const hasSample = (row: { [K in keyof ServerUsage]: ServerUsage[K] | null }): row is ServerUsage => row.sampled_at !== null;

/** One that the database refuses keeps no other from being kept: it is found by halves. */
async function keep(options: NodeContext, samples: readonly Sample[]): Promise<void> {
  try {
    await upsertSamples(options.db, samples);
  } catch (error) {
    if (samples.length < 2) {
      options.log.warn({ err: error, server: samples[0]?.after.server_id }, 'what a guest used could not be kept');
      return;
    }
    const half = Math.ceil(samples.length / 2);
    await keep(options, samples.slice(0, half));
    await keep(options, samples.slice(half));
  }
}

async function measured({ engine, clock, log }: NodeContext, { server, before }: Sampled): Promise<Sample | null> {
  const { id, vcpus } = server;
  try {
    const usage = await engine.compute.measure(machineIdOf(id));
    const at = clock.now();
    const { after, moved } = gather(before, { at, counters: usage && countersOf(usage) });
    const closed = closedBy(before, after, vcpus);
    const cycle = cycleStart(server, at);
    const sameCycle = before && before.cycle_began_at.getTime() === cycle.getTime();
    return {
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
    };
  } catch (error) {
    log.warn({ err: error, server: id }, 'a guest could not be measured');
    return null;
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
