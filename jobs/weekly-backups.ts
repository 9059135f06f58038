/**
 * Makes weekly backups for the backups addon, at the server's own minute, and keeps the latest ones. A due backup waits while its server is
 * locked or too many backups are in progress. Missed weeks are not made up for.
 */
import type { Database } from '@innkeeper/db/schema';
import { planFirstBackup } from '@innkeeper/db/tables/addons';
import { alertKeyOf, alertOnce } from '@innkeeper/db/tables/alerts';
import { copyUse, lockCopy } from '@innkeeper/db/tables/copies';
import { forEachDue } from '@innkeeper/db/tables/due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { backupName } from '@innkeeper/domain/copies/backup-name';
import { createCopy } from '@innkeeper/domain/copies/create';
import { deleteCopy } from '@innkeeper/domain/copies/delete';
import { Failure } from '@innkeeper/model/failures';
import { firstBackupAt, nextBackupAt } from '@innkeeper/model/servers/weekly-backups';
import { hours } from '@innkeeper/model/time/clock';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JobContext } from './job.ts';

/** Delay before a retry after a lack of disk space. */
const TRY_AGAIN_MS = hours(1);

/** Makes the due weekly backups. Returns how many were started. */
export async function weeklyBackups(cx: JobContext): Promise<number> {
  await planFirst(cx);
  await dropOldest(cx);
  return forEachDue(cx, {
    name: 'weekly-backups',
    kind: 'addon',
    find: (except) =>
      due(cx.db, cx.clock.now())
        .select('a.id')
        .where('a.id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('a.next_backup_at')
        .orderBy('a.id')
        .execute(),
    act: ({ id }) => transact(cx, (mine) => backUp(mine, id)),
  });
}

/** Schedules the first backup of addons that were delivered while their server was suspended. All others are scheduled at delivery. */
async function planFirst({ db, clock }: JobContext): Promise<void> {
  const fresh = await db
    .selectFrom('addons')
    .select(['id', 'server_id'])
    .where('key', '=', 'backups')
    .where('status', '=', 'active')
    .where('next_backup_at', 'is', null)
    .execute();
  await forEachDue(
    { db, clock },
    {
      name: 'plan-first-backups',
      kind: 'addon',
      find: async (except) => fresh.filter(({ id }) => !except.includes(id)),
      act: ({ id, server_id }) => planFirstBackup(db, id, firstBackupAt(server_id, clock.now())),
    },
  );
}

async function backUp(cx: MutatingCx, addonId: number): Promise<boolean | 'full'> {
  const { db: trx, clock, settings } = cx;
  const now = clock.now();
  // The lock lets only one worker at a time count backups and start one.
  await sql`select pg_advisory_xact_lock(hashtextextended('weekly-backups', 0))`.execute(trx);
  if ((await countUnderWay(trx)) >= settings.weeklyBackups.atOnce) return 'full';
  const row = await due(trx, now)
    .selectAll('s')
    .select('a.next_backup_at as planned')
    .where('a.id', '=', addonId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row?.planned) return false;
  const { planned, ...server } = row;
  const name = backupName(server.hostname, now, settings.timeZone);
  try {
    const order = { kind: 'backup', name, origin: 'weekly', action: 'backup.weekly' } as const;
    await createCopy(cx, server, order);
    await setNext(trx, addonId, nextBackupAt(planned, now));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'no_capacity') throw error;
    await setNext(trx, addonId, new Date(now.getTime() + TRY_AGAIN_MS));
    const message = `The weekly backup of server ${server.id} failed, because there is not enough space. It is retried every hour. Free or add space.`;
    const resource = { kind: 'server', id: server.id };
    await alertOnce(trx, { kind: 'backups_no_room', key: alertKeyOf(resource), resource, message });
  }
  return true;
}

async function countUnderWay(trx: Transaction<Database>): Promise<number> {
  const { n } = await trx
    .selectFrom('copies')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('origin', '=', 'weekly')
    .where('status', '=', 'creating')
    .executeTakeFirstOrThrow();
  return n;
}

/** Selects due backups of servers that no workflow has locked. */
function due(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('addons as a')
    .innerJoin('servers as s', 's.id', 'a.server_id')
    .where('a.key', '=', 'backups')
    .where('a.status', '=', 'active')
    .where('a.next_backup_at', '<=', now)
    .where('s.status', '=', 'active')
    .where('s.power', '<>', 'absent')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('locks').select('kind').where('kind', '=', 'server').whereRef('resource_id', '=', 's.id'))),
    );
}

async function setNext(trx: Transaction<Database>, addonId: number, next: Date): Promise<void> {
  await trx.updateTable('addon_details').set({ next_backup_at: next }).where('id', '=', addonId).execute();
}

/** Deletes surplus weekly backups. Backups that customers made are never deleted automatically. */
async function dropOldest(cx: JobContext): Promise<void> {
  const surplus = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by server_id order by created_at desc, id desc) as place
      from copies where kind = 'backup' and origin = 'weekly' and status = 'ready') as weekly
    where place > ${cx.settings.weeklyBackups.kept}`.execute(cx.db);
  await forEachDue(cx, {
    name: 'drop-oldest-backups',
    kind: 'backup',
    find: async (except) => surplus.rows.filter(({ id }) => !except.includes(id)),
    act: ({ id }) => transact(cx, (mine) => dropOne(mine, id)),
  });
}

async function dropOne(cx: MutatingCx, id: number): Promise<boolean> {
  const copy = await lockCopy(cx.db, id);
  if (copy?.status !== 'ready' || (await copyUse(cx.db, id))) return false;
  await deleteCopy(cx, copy, 'backup.outdated');
  return true;
}
