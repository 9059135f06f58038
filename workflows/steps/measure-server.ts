/** Measures a server's guest, and computes the sample that follows its last one. */
import type { Server } from '@innkeeper/db/schema';
import type { Sample, ServerSample } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import type { Engine } from '@innkeeper/engine/open';
import { countTraffic } from '@innkeeper/model/net/traffic';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { addMetricSample, closedBucket, type MetricSample, packBucket } from '@innkeeper/model/servers/metrics';
import { cpuPercent, cycleStart } from '@innkeeper/model/servers/usage';
import { type Clock, seconds } from '@innkeeper/model/time/clock';
import type { LastSample } from './last-samples.ts';

const DEADLINE_MS = seconds(3);

/** Columns of a server that its samples need. */
export const MEASURED_COLUMNS = ['id', 'vcpus', 'activated_at', 'created_at', 'network_suspended'] as const;

export interface Sampled extends LastSample {
  server: Pick<Server, (typeof MEASURED_COLUMNS)[number]>;
}

/**
 * Measures a server. `diskMaxAgeMs` is the maximum age of its disk usage in milliseconds. Throws errors of the engine, and after 3 s without
 * an answer.
 */
export async function measureServer(
  { engine, clock }: { engine: Pick<Engine, 'compute'>; clock: Clock },
  sampled: Sampled,
  diskMaxAgeMs: number,
): Promise<Sample> {
  const usage = await withTimeout(engine.compute.measure(machineIdOf(sampled.server.id), { diskMaxAgeMs }));
  return sampleOf(sampled, { at: clock.now(), counters: usage && countersOf(usage) });
}

/** Throws if the answer takes longer than `DEADLINE_MS`. The call itself continues until a longer time limit of the engine ends it. */
async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function sampleOf({ server, sample: before, saved }: Sampled, look: MetricSample): Sample {
  const { at } = look;
  const { after, moved, restarted } = addMetricSample(before, look, saved);
  const closed = closedBucket(before, after, server.vcpus);
  const cycle = cycleStart(server, at);
  const last = before && { at: before.sampled_at, unsaved: { in: before.unsaved_in_bytes, out: before.unsaved_out_bytes } };
  const quiet = look.counters === null || server.network_suspended;
  const counted = { at, cycle, saved, before: last, moved, restarted, quiet };
  const { unsaved, save } = countTraffic(counted);
  return {
    before,
    saved,
    // A single object literal, because spreads are slow here (see `gather` in model/servers/metrics.ts).
    after: {
      server_id: server.id,
      sampled_at: at,
      cpu_seconds: after.cpu_seconds,
      net_in_bytes: after.net_in_bytes,
      net_out_bytes: after.net_out_bytes,
      disk_read_bytes: after.disk_read_bytes,
      disk_written_bytes: after.disk_written_bytes,
      cpu_percent: look.counters && before ? percentOf(before, after, server.vcpus) : 0,
      disk_bytes: after.disk_bytes,
      unsaved_in_bytes: unsaved.in,
      unsaved_out_bytes: unsaved.out,
      bucket_running: after.bucket_running,
      bucket_seconds: after.bucket_seconds,
      bucket_cpu_seconds: after.bucket_cpu_seconds,
      bucket_in_bytes: after.bucket_in_bytes,
      bucket_out_bytes: after.bucket_out_bytes,
      bucket_read_bytes: after.bucket_read_bytes,
      bucket_written_bytes: after.bucket_written_bytes,
    },
    saving: save && { ...save, cycleBeganAt: cycle },
    closed: closed && { at: closed.at, packed: packBucket(closed) },
  };
}

function countersOf(usage: MachineUsage): NonNullable<MetricSample['counters']> {
  return {
    cpuSeconds: usage.cpuSeconds,
    netInBytes: BigInt(usage.netInBytes),
    netOutBytes: BigInt(usage.netOutBytes),
    diskReadBytes: BigInt(usage.diskReadBytes),
    diskWrittenBytes: BigInt(usage.diskWrittenBytes),
    diskBytes: BigInt(usage.diskBytes),
  };
}

function percentOf(before: SampledCpu, after: SampledCpu, vcpus: number): number {
  const seen = ({ sampled_at: at, cpu_seconds: cpuSeconds }: SampledCpu) => ({ at, cpuSeconds });
  return cpuPercent(seen(before), seen(after), vcpus);
}

type SampledCpu = Pick<ServerSample, 'sampled_at' | 'cpu_seconds'>;
