/** Opens alerts for overdue locks, and for workflows whose kind no worker supports. */
import type { Database } from '@innkeeper/db/schema';
import { alertKeyOf } from '@innkeeper/db/tables/alerts';
import { postponeDeadlines } from '@innkeeper/db/tables/locks';
import { beat } from '@innkeeper/db/tables/service-beats';
import { postponeUnordered } from '@innkeeper/db/tables/services';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Settings } from '@innkeeper/model/settings/settings';
import { days } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import { aboutOf, alertOnce, openAlertsOf, resolveAlerts } from './alerts.ts';
import { WORKER_LOCKS } from './claim.ts';
import type { Timings } from './timings.ts';

/** No worker has the id 0, so the lock on this id elects one worker as the sweeper. */
const SWEEPER = 0;

export interface Sweep {
  kinds: readonly string[];
  now: Date;
  timings: Timings;
  settings: Settings;
}

/** Opens and resolves the alerts, in one worker at a time. Postpones deadlines after an outage of all workers. */
export async function sweep(db: Kysely<Database>, { kinds, now, timings, settings }: Sweep): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${WORKER_LOCKS}::int, ${SWEEPER}::int) as mine`.execute(trx);
    if (!rows[0]?.mine) return;
    // Time without any worker does not count towards the deadlines of locks.
    const outage = await beat(trx, 'worker', now);
    if (outage) await postponeDeadlines(trx, outage);
    if (outage) await postponeUnordered(trx, outage, days(settings.renewals.daysAhead));
    await alertOverdueLocks(trx, now);
    await alertUnknownKinds(trx, kinds, new Date(now.getTime() - timings.unknownKindMs));
  });
}

async function alertOverdueLocks(db: Kysely<Database>, now: Date): Promise<void> {
  const overdue = await db.selectFrom('locks').selectAll().where('deadline_at', '<=', now).execute();
  const keys = new Set<string>();
  for (const lock of overdue) {
    const key = alertKeyOf({ kind: 'workflow', id: lock.workflow_id });
    const message = `The lock "${lock.reason}" of ${lock.kind} ${lock.resource_id} has passed its deadline. It is held by workflow ${lock.workflow_id}. See ./innkeeper workflow show ${lock.workflow_id}.`;
    keys.add(key);
    await alertOnce(db, { kind: 'lock_overdue', key, resource: { kind: lock.kind, id: lock.resource_id }, message });
  }
  const alerts = await openAlertsOf(db, 'lock_overdue');
  for (const { key } of alerts) if (!keys.has(key)) await resolveAlerts(db, { kind: 'lock_overdue', key }, now);
}

/**
 * Opens alerts for workflows of unknown kinds. An older worker leaves new kinds to newer workers. The alert means that no newer worker has
 * claimed them in time.
 */
async function alertUnknownKinds(db: Kysely<Database>, kinds: readonly string[], dueSince: Date): Promise<void> {
  const unknown = await db
    .selectFrom('workflows')
    .select(['id', 'kind', 'resource_kind', 'resource_id'])
    .where('state', '=', 'queued')
    .where('run_at', '<=', dueSince)
    .where(sql<boolean>`kind <> all(${kinds}::text[])`)
    .execute();
  for (const row of unknown) {
    const message = `Workflow ${row.id} waits, because no worker supports its kind "${row.kind}". Start a worker of the version that created it.`;
    await alertOnce(db, { kind: 'workflow_unknown', ...aboutOf(row), message });
  }
}
