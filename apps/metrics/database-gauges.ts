/** Gauges of rows in the database. All scrapes within 15 seconds share one statement. */
import type { Database } from '@innkeeper/db/schema';
import { readTelemetry, type TelemetryRows } from '@innkeeper/db/tables/telemetry';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import { type Clock, seconds } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';

const READ_EVERY_MS = seconds(15);
const UNITS = {
  vcpus: { from: 'vcpus', factor: 1 },
  memory_bytes: { from: 'memory_mb', factor: 1024 ** 2 },
  disk_bytes: { from: 'disk_gb', factor: 1024 ** 3 },
} as const;

/** Registers the gauges. They have no samples while the database does not answer. */
export function addDatabaseGauges(telemetry: Telemetry, { db, clock }: { db: Kysely<Database>; clock: Clock }): void {
  const read = cacheReads(() => readTelemetry(db, clock.now()), clock);
  const ageOf = (since: Date | null): number =>
    since === null ? 0 : Math.max(0, clock.now().getTime() - since.getTime()) / 1000;
  telemetry.gauge('workflows', async () =>
    (await read()).workflows.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  );
  telemetry.gauge('workflow_oldest_due_seconds', async () => [{ labels: {}, value: ageOf((await read()).workflow_due_at) }]);
  telemetry.gauge('servers', async () =>
    (await read()).servers.map(({ node, power, count }) => ({ labels: { node, power }, value: count })),
  );
  telemetry.gauge('node_capacity', async () => (await read()).nodes.flatMap(capacityOf));
  telemetry.gauge('node_seen_timestamp_seconds', async () =>
    (await read()).nodes.flatMap(({ name, seen_at }) => (seen_at === null ? [] : [{ labels: { node: name }, value: seen_at }])),
  );
  telemetry.gauge('alerts_open', async () =>
    (await read()).alerts.map(({ kind, count }) => ({ labels: { kind }, value: count })),
  );
  telemetry.gauge('outbox_oldest_seconds', async () => {
    const { mail_since, webhook_since } = await read();
    return [
      { labels: { channel: 'mail' }, value: ageOf(mail_since) },
      { labels: { channel: 'webhook' }, value: ageOf(webhook_since) },
    ];
  });
}

function capacityOf(node: TelemetryRows['nodes'][number]) {
  return (['offered', 'used'] as const).flatMap((of) =>
    Object.entries(UNITS).map(([resource, { from, factor }]) => ({
      labels: { node: node.name, resource, of },
      value: node[of][from] * factor,
    })),
  );
}

/** Returns a reader that caches its result for 15 seconds. While a read is pending, no other one starts. */
function cacheReads<T>(readNow: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: { at: number; result: Promise<T>; isPending: boolean } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last && (last.isPending || now - last.at < READ_EVERY_MS)) return last.result;
    const read = { at: now, result: readNow(), isPending: true };
    const settle = () => {
      read.isPending = false;
    };
    read.result.then(settle, settle);
    last = read;
    return read.result;
  };
}
