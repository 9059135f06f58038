/**
 * After a host went down, what ran on it is started again: oldest first and a few at a time, since a boot takes a whole core
 * for a while and all at once would keep everybody waiting. One that does not start is tried again later; the operator has
 * been told of it by its workflow.
 */
import type { Database } from '@innkeeper/db/schema';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { AFTER_HOST, BOOTS_AT_ONCE, countBoots } from '@innkeeper/domain/servers/boots';
import { start } from '@innkeeper/domain/workflows/start';
import { minutes } from '@innkeeper/model/clock';
import { type Kysely, sql } from 'kysely';
import type { WatchContext } from './start.ts';

const TRY_AGAIN_MS = minutes(10);
const ALERT = {
  kind: 'host_restarted',
  key: 'host',
  message: 'The host has restarted. The servers that ran on it are being started again.',
};

export async function startInterrupted(watch: WatchContext): Promise<void> {
  const { db, clock, log, startAtOnce = BOOTS_AT_ONCE } = watch;
  const some = await db
    .selectFrom('servers')
    .select('id')
    .where('power', '=', 'interrupted')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (!some) return resolveAlerts(db, ALERT, clock.now());
  await alertOnce(db, ALERT);
  await forEachDue(
    { db, clock },
    {
      name: 'start-interrupted',
      kind: 'server',
      find: async (except) => (await startable(db, clock.now(), except)).rows,
      async act({ id }) {
        const started = await transact(watch, (cx) => startOne(cx, id, startAtOnce));
        if (started === true) log.info({ server: id }, 'a server whose host went down is started again');
        return started;
      },
    },
  );
}

/** Oldest first. One that did not start waits for a while. */
function startable(db: Kysely<Database>, now: Date, except: readonly number[], only: number | null = null) {
  return sql<{ id: number; account_id: number }>`
    select s.id, s.account_id from servers s
    where s.power = 'interrupted' and s.status = 'active'
      and s.id <> all(${[...except]}::int[]) and (${only}::int is null or s.id = ${only}::int)
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)
      and not exists (select from workflows w where w.kind = 'server.start' and w.resource_kind = 'server'
        and w.resource_id = s.id and w.created_at > ${new Date(now.getTime() - TRY_AGAIN_MS)} and w.state = 'undone')
    order by s.id ${only === null ? sql`` : sql`for update skip locked`}`.execute(db);
}

/** `full` when enough are under way; false when another holds or has started it. */
async function startOne(cx: MutatingCx, id: number, atOnce: number): Promise<boolean | 'full'> {
  const now = cx.clock.now();
  // One worker counts and begins at a time.
  if ((await countBoots(cx.db, now, AFTER_HOST)) >= atOnce) return 'full';
  const [server] = (await startable(cx.db, now, [], id)).rows;
  if (!server) return false;
  const action = 'server.start-after-host';
  await start(cx, 'server.start', server, { afterHost: true }, { action, lock: AFTER_HOST });
  return true;
}
