/** Measures the folding of a day of metrics into rows. It happens four times. Each time every row is rewritten and grows. */
import type { Database } from '@innkeeper/db/schema';
import { foldMetrics } from '@innkeeper/jobs/fold-metrics';
import { BUCKET_MS, packBucket } from '@innkeeper/model/servers/metrics';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { measureWalBetween, readWalPosition, type WalVolume } from './cluster.ts';

interface Folding {
  db: Kysely<Database>;
  superuser: pg.Pool;
  nodeId: number;
  /** True if the buckets have traffic. Without traffic, PostgreSQL compresses a day of them to a quarter. */
  traffic: boolean;
  /** Time up to which metrics are folded first, without being counted. */
  after: Date;
}

const QUARTER_MS = hours(6);

export async function measureFoldedDay({ db, superuser, nodeId, traffic, after }: Folding): Promise<WalVolume> {
  const day = Math.ceil(after.getTime() / days(1)) * days(1);
  const foldUntil = (at: number) => foldMetrics({ db, clock: { now: () => new Date(at) } });
  await foldUntil(day);
  const { rows: servers } = await sql<{
    id: number;
  }>`select id from server_details where node_id = ${nodeId} order by id`.execute(db);
  const written: WalVolume[] = [];
  for (let from = day; from < day + days(1); from += QUARTER_MS) {
    for (let at = from; at < from + QUARTER_MS; at += BUCKET_MS) {
      const buckets = servers.map(() => someBucket(new Date(at), traffic));
      await sql`
        insert into server_metric_batches (neighbours, at, server_ids, buckets)
        select id / 64, ${new Date(at)}::timestamptz, array_agg(id order by id), array_agg(bucket order by id)
        from unnest(${servers.map(({ id }) => id)}::int4[], ${buckets}::bytea[]) as item(id, bucket) group by 1`.execute(db);
    }
    await superuser.query('checkpoint');
    const { lsn } = await readWalPosition(superuser);
    await foldUntil(from + QUARTER_MS + minutes(1));
    await superuser.query('vacuum server_metric_batches, server_metrics');
    written.push(await measureWalBetween(superuser, lsn, (await readWalPosition(superuser)).lsn));
  }
  const sum = (key: keyof WalVolume): number => written.reduce((all, one) => all + one[key], 0);
  return { commits: sum('commits'), recordBytes: sum('recordBytes'), pageBytes: sum('pageBytes') };
}

/** Returns a bucket as irregular as a real one. */
function someBucket(at: Date, traffic: boolean): Buffer {
  const rate = (): number => (traffic ? Math.random() * 40_000 : 0);
  const rates = { netIn: rate(), netOut: rate(), read: rate(), written: rate() };
  return packBucket({ at, running: true, cpu: Math.random() * 5, ...rates, diskBytes: 2 ** 30 });
}
