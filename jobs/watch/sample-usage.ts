import type { Database, Server } from '@innkeeper/db/schema';
import { type Sample, type ServerSample, type ServerUsage, upsertSamples } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { closedBy, gather, type Look, packBucket } from '@innkeeper/model/metrics';
import { countTraffic } from '@innkeeper/model/traffic';
import { cpuPercent, cycleStart } from '@innkeeper/model/usage';
import { type Selectable, sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { onNode } from './of-node.ts';

/** Guests that are measured at a time: one that hangs holds up one place of these, for as long as its deadline. */
const AT_ONCE = 32;
const DEADLINE_MS = seconds(3);

/** What a guest's file system holds changes slowly, and its agent costs ten times as much as all other figures together. */
const DISK_MAX_AGE_MS = minutes(5);

/** Servers whose rows are read, and samples that are kept, by one statement: 1 ms for each kind of row, and 5 ms; 10 000 at once took 50 ms. */
const IN_ONE_STATEMENT = 500;

interface Sampled {
  server: Pick<Server, 'id' | 'vcpus' | 'activated_at' | 'created_at' | 'network_suspended'>;
  /** Undefined before the first sample, and after a crash of PostgreSQL. */
  before: ServerSample | undefined;
  saved: ServerUsage | undefined;
}

/**
 * Records the usage of every server: for its live status, its metrics, its traffic. One that cannot be measured does not stop the
 * others.
 */
export async function sampleUsage(cx: NodeContext, atATime = IN_ONE_STATEMENT): Promise<void> {
  const servers = readSampled(cx, atATime);
  const samples: Sample[] = [];
  // They share the iterator, so each takes the next one that nobody has.
  const takeNext = async (): Promise<void> => {
    for await (const server of servers) {
      const sample = await measured(cx, server);
      if (sample) samples.push(sample);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  for (let kept = 0; kept < samples.length; kept += atATime) {
    await keep(cx, samples.slice(kept, kept + atATime));
  }
}

/** All of the node, by their ids; so many are read when the first of them is asked for. */
async function* readSampled(cx: NodeContext, atATime: number): AsyncGenerator<Sampled> {
  let some: Sampled[];
  let last = 0;
  do {
    some = await readSome(cx, last, atATime);
    yield* some;
    last = some.at(-1)?.server.id ?? last;
  } while (some.length === atATime);
}

async function readSome(cx: NodeContext, after: number, atATime: number): Promise<Sampled[]> {
  const servers = await cx.db
    .selectFrom('servers')
    .select(['id', 'vcpus', 'activated_at', 'created_at', 'network_suspended'])
    .where('status', 'in', ['active', 'suspended'])
    .where('power', '<>', 'absent')
    .where(onNode(cx))
    .where('id', '>', after)
    .orderBy('id')
    .limit(atATime)
    .execute();
  if (servers.length === 0) return [];
  const ids = servers.map(({ id }) => id);
  // In this order: of what another worker writes in between, the condition on the sample tells.
  const samples = byServer(await rowsOf(cx, 'server_samples', ids));
  const usages = byServer(await rowsOf(cx, 'server_usage', ids));
  return servers.map((server) => ({ server, before: samples.get(server.id), saved: usages.get(server.id) }));
}

/**
 * Not joined: a plan from when the table was empty, as that of samples is after a crash, would read all of it for each server. `ids`
 * ascend; their range keeps such a plan from comparing every row with all of them.
 */
async function rowsOf<Table extends 'server_samples' | 'server_usage'>(
  { db }: NodeContext,
  table: Table,
  ids: readonly number[],
) {
  const { rows } = await sql<Selectable<Database[Table]>>`
    select * from ${sql.table(table)}
    where server_id between ${ids.at(0) ?? 0} and ${ids.at(-1) ?? 0} and server_id = any(${[...ids]}::int4[])`.execute(db);
  return rows;
}

const byServer = <Row extends { server_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.server_id, row]));

/** One that the database refuses keeps no other from being kept: it is found by halves. */
async function keep(cx: NodeContext, samples: readonly Sample[]): Promise<void> {
  try {
    await upsertSamples(cx.db, samples);
  } catch (error) {
    if (samples.length < 2) {
      cx.log.warn({ err: error, server: samples[0]?.after.server_id }, 'what a guest used could not be kept');
      return;
    }
    const half = Math.ceil(samples.length / 2);
    await keep(cx, samples.slice(0, half));
    await keep(cx, samples.slice(half));
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

function sampleOf({ server, before, saved }: Sampled, look: Look): Sample {
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
