import type { Server } from '@innkeeper/db/schema';
import { type Sample, type ServerSample, upsertSamples, usageAfter } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { closedBy, gather, type Look, packBucket } from '@innkeeper/model/metrics';
import { countTraffic } from '@innkeeper/model/traffic';
import { cpuPercent, cycleStart } from '@innkeeper/model/usage';
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { type LastSample, type LastSamples, readLastSamples } from './last-samples.ts';
import { onNode } from './of-node.ts';

/** Guests that are measured at a time: one that hangs holds up one place of these, for as long as its deadline. */
const AT_ONCE = 32;
const DEADLINE_MS = seconds(3);

/** What a guest's file system holds changes slowly, and its agent costs ten times as much as all other figures together. */
const DISK_MAX_AGE_MS = minutes(5);

/** Servers whose rows are read, and samples that are kept, by one statement: 1 ms for each kind of row, and 5 ms; 10 000 at once took 50 ms. */
const IN_ONE_STATEMENT = 500;

interface Sampled extends LastSample {
  server: Pick<Server, 'id' | 'vcpus' | 'activated_at' | 'created_at' | 'network_suspended'>;
}

/**
 * Records the usage of every server: for its live status, its metrics, its traffic. One that cannot be measured does not stop the
 * others.
 */
export async function sampleUsage(cx: NodeContext, atATime = IN_ONE_STATEMENT): Promise<void> {
  const { lastSamples: kept = new Map() } = cx;
  const last = new Map(kept);
  // What this run leaves out, or fails at, is read by the next one.
  kept.clear();
  const outdated = await sampleServers(cx, { last, kept, atATime });
  if (outdated.length > 0) await sampleServers(cx, { last: new Map(), kept, atATime, only: outdated });
}

interface Run {
  /** What is remembered; the rest is read. */
  last: LastSamples;
  /** Takes what is kept. */
  kept: LastSamples;
  atATime: number;
  /** Ids; all of the node unless given. */
  only?: readonly number[];
}

/** Returns the ids of those whose rows were not what was remembered. */
async function sampleServers(cx: NodeContext, run: Run): Promise<number[]> {
  const servers = readSampled(cx, run);
  const outdated: number[] = [];
  const samples: Sample[] = [];
  // They share the iterator, so each takes the next one that nobody has.
  const takeNext = async (): Promise<void> => {
    for await (const server of servers) {
      const sample = await measured(cx, server);
      if (sample) samples.push(sample);
      if (samples.length >= run.atATime) outdated.push(...(await upsertMeasured(cx, run, samples.splice(0))));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  outdated.push(...(await upsertMeasured(cx, run, samples)));
  return outdated;
}

/** By their ids; so many are read when the first of them is asked for. */
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

/** Returns the ids of those whose rows were not what was remembered. */
async function upsertMeasured(cx: NodeContext, { last, kept }: Run, samples: readonly Sample[]): Promise<number[]> {
  const { ids, refused } = await keep(cx, samples);
  for (const sample of samples) {
    const id = sample.after.server_id;
    if (ids.has(id)) kept.set(id, { sample: sample.after, saved: usageAfter(sample) });
  }
  return samples.map(({ after }) => after.server_id).filter((id) => last.has(id) && !ids.has(id) && !refused.has(id));
}

interface Kept {
  ids: Set<number>;
  refused: Set<number>;
}

/** One that the database refuses keeps no other from being kept: it is found by halves. */
async function keep(cx: NodeContext, samples: readonly Sample[]): Promise<Kept> {
  try {
    return { ids: new Set(await upsertSamples(cx.db, samples)), refused: new Set() };
  } catch (error) {
    const [first] = samples;
    if (!first || samples.length < 2) {
      cx.log.warn({ err: error, server: first?.after.server_id }, 'what a guest used could not be kept');
      return { ids: new Set(), refused: new Set(first && [first.after.server_id]) };
    }
    const half = Math.ceil(samples.length / 2);
    const one = await keep(cx, samples.slice(0, half));
    const other = await keep(cx, samples.slice(half));
    return { ids: new Set([...one.ids, ...other.ids]), refused: new Set([...one.refused, ...other.refused]) };
  }
}

async function measured({ engine, clock, log }: NodeContext, sampled: Sampled): Promise<Sample | null> {
  const { id } = sampled.server;
  try {
    const usage = await inTime(engine.compute.measure(machineIdOf(id), { diskMaxAgeMs: DISK_MAX_AGE_MS }));
    return sampleOf(sampled, { at: clock.now(), counters: usage && countersOf(usage) });
  } catch (error) {
    log.warn({ err: error, server: id }, 'a guest could not be measured');
    return null;
  }
}

/** What hangs ends by the engine's own limits, which are longer. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
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

function sampleOf({ server, sample: before, saved }: Sampled, look: Look): Sample {
  const { at } = look;
  const { after, moved, restarted } = gather(before, look, saved);
  const closed = closedBy(before, after, server.vcpus);
  const cycle = cycleStart(server, at);
  const last = before && { at: before.sampled_at, unsaved: { in: before.unsaved_in_bytes, out: before.unsaved_out_bytes } };
  const quiet = look.counters === null || server.network_suspended;
  const counted = { at, cycle, saved, before: last, moved, restarted, quiet };
  const { unsaved, save } = countTraffic(counted);
  return {
    before,
    saved,
    // One literal, as in `gather`.
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

function percentOf(before: SampledCpu, after: SampledCpu, vcpus: number): number {
  const seen = ({ sampled_at: at, cpu_seconds: cpuSeconds }: SampledCpu) => ({ at, cpuSeconds });
  return cpuPercent(seen(before), seen(after), vcpus);
}

type SampledCpu = Pick<ServerSample, 'sampled_at' | 'cpu_seconds'>;
