import { type Sample, upsertSamples, usageAfter } from '@innkeeper/db/tables/metrics';
import { minutes } from '@innkeeper/model/time/clock';
import { type LastSamples, readLastSamples } from '@innkeeper/workflows/steps/last-samples';
import { MEASURED_COLUMNS, measureServer, type Sampled } from '@innkeeper/workflows/steps/measure-server';
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { onNode } from './of-node.ts';

/** Number of guests measured concurrently. A hanging guest occupies one slot for 3 s. */
const CONCURRENCY = 32;

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
    .select(MEASURED_COLUMNS)
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

async function measured(cx: NodeContext, sampled: Sampled): Promise<Sample | null> {
  try {
    return await measureServer(cx, sampled, DISK_MAX_AGE_MS);
  } catch (error) {
    cx.log.warn({ err: error, server: sampled.server.id }, 'a guest could not be measured');
    return null;
  }
}
