import type { Server } from '@innkeeper/db/schema';
import { type Sample, type ServerSample, upsertSamples, usageAfter } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { countTraffic } from '@innkeeper/model/net/traffic';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { addMetricSample, closedBucket, type MetricSample, packBucket } from '@innkeeper/model/servers/metrics';
import { cpuPercent, cycleStart } from '@innkeeper/model/servers/usage';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { type LastSample, type LastSamples, readLastSamples } from './last-samples.ts';
import { onNode } from './of-node.ts';

/** Number of guests measured concurrently. A hanging guest occupies one slot until its deadline. */
const CONCURRENCY = 32;
const DEADLINE_MS = seconds(3);

/**
 * Maximum age of the disk usage in milliseconds. The disk usage changes slowly. Reading it from the agent costs ten times as much as all
 * other figures together.
 */
const DISK_MAX_AGE_MS = minutes(5);

/**
 * Number of servers per statement that reads rows or writes samples. At this number, a read takes 1 ms per table, and a write 5 ms. A
 * statement over 10,000 servers took 50 ms.
 */
const BATCH_SIZE = 500;

interface Sampled extends LastSample {
  server: Pick<Server, 'id' | 'vcpus' | 'activated_at' | 'created_at' | 'network_suspended'>;
}

/**
 * Records the usage of every server for its live status, metrics and traffic. A server that cannot be measured does not stop the others.
 */
export async function sampleUsage(cx: NodeContext, atATime = BATCH_SIZE): Promise<void> {
  const { lastSamples: kept = new Map() } = cx;
  const last = new Map(kept);
  // Only written samples are cached again, so the next run reads all other rows.
  kept.clear();
  const outdated = await sampleServers(cx, { last, kept, atATime });
  if (outdated.length > 0) await sampleServers(cx, { last: new Map(), kept, atATime, only: outdated });
}

interface Run {
  /** Cached samples. The rows of all other servers are read. */
  last: LastSamples;
  /** New cache, to which written samples are added. */
  kept: LastSamples;
  atATime: number;
  /** Ids of the servers to sample, by default all of the node. */
  only?: readonly number[];
}

/** Samples servers. Returns the ids of the servers whose rows differed from the cached samples. */
async function sampleServers(cx: NodeContext, run: Run): Promise<number[]> {
  const servers = readSampled(cx, run);
  const outdated: number[] = [];
  const samples: Sample[] = [];
  // All tasks share one iterator, so each server is sampled once.
  const takeNext = async (): Promise<void> => {
    for await (const server of servers) {
      const sample = await measured(cx, server);
      if (sample) samples.push(sample);
      if (samples.length >= run.atATime) outdated.push(...(await upsertMeasured(cx, run, samples.splice(0))));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeNext));
  outdated.push(...(await upsertMeasured(cx, run, samples)));
  return outdated;
}

/** Yields the servers in order of their ids, reading a batch when its first one is needed. */
async function* readSampled(cx: NodeContext, run: Run): AsyncGenerator<Sampled> {
  let some: Sampled[];
  let last = 0;
  do {
    some = await readSome(cx, run, last);
    yield* some;
    last = some.at(-1)?.server.id ?? last;
  } while (some.length === run.atATime);
}

async function readSome(cx: NodeContext, { last, atATime, only }: Run, after: number): Promise<Sampled[]> {
  const servers = await cx.db
    .selectFrom('servers')
    .select(['id', 'vcpus', 'activated_at', 'created_at', 'network_suspended'])
    .where('status', 'in', ['active', 'suspended'])
    .where('power', '<>', 'absent')
    .where(onNode(cx))
    .where('id', '>', after)
    .$if(only !== undefined, (query) => query.where(sql<boolean>`id = any(${[...(only ?? [])]}::int4[])`))
    .orderBy('id')
    .limit(atATime)
    .execute();
  const unknown = servers.map(({ id }) => id).filter((id) => !last.has(id));
  const read = await readLastSamples(cx, unknown);
  return servers.map((server) => {
    const { sample, saved } = last.get(server.id) ?? read.get(server.id) ?? {};
    return { server, sample, saved };
  });
}

/** Writes samples. Returns the ids of servers whose rows differed from the cached samples. */
async function upsertMeasured(cx: NodeContext, { last, kept }: Run, samples: readonly Sample[]): Promise<number[]> {
  const { ids, refused } = await saveSamples(cx, samples);
  for (const sample of samples) {
    const id = sample.after.server_id;
    if (ids.has(id)) kept.set(id, { sample: sample.after, saved: usageAfter(sample) });
  }
  return samples.map(({ after }) => after.server_id).filter((id) => last.has(id) && !ids.has(id) && !refused.has(id));
}

interface SaveResult {
  ids: Set<number>;
  refused: Set<number>;
}

/**
 * Writes samples. If the database rejects a batch, splits it in halves until the rejected sample is alone and all other samples are
 * written.
 */
async function saveSamples(cx: NodeContext, samples: readonly Sample[]): Promise<SaveResult> {
  try {
    return { ids: new Set(await upsertSamples(cx.db, samples)), refused: new Set() };
  } catch (error) {
    const [first] = samples;
    if (!first || samples.length < 2) {
      cx.log.warn({ err: error, server: first?.after.server_id }, 'what a guest used could not be kept');
      return { ids: new Set(), refused: new Set(first && [first.after.server_id]) };
    }
    const half = Math.ceil(samples.length / 2);
    const one = await saveSamples(cx, samples.slice(0, half));
    const other = await saveSamples(cx, samples.slice(half));
    return { ids: new Set([...one.ids, ...other.ids]), refused: new Set([...one.refused, ...other.refused]) };
  }
}

async function measured({ engine, clock, log }: NodeContext, sampled: Sampled): Promise<Sample | null> {
  const { id } = sampled.server;
  try {
    const usage = await withTimeout(engine.compute.measure(machineIdOf(id), { diskMaxAgeMs: DISK_MAX_AGE_MS }));
    return sampleOf(sampled, { at: clock.now(), counters: usage && countersOf(usage) });
  } catch (error) {
    log.warn({ err: error, server: id }, 'a guest could not be measured');
    return null;
  }
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
