/**
 * What runs and should not: a guest whose server has ended is switched off, and the operator is told; its disk stays for a
 * person to look at. A guest that no row knows is only told of: the rows may be the ones that are wrong, after a database was
 * put back. That alert is over once the guest is gone, or has its row again.
 */
import { alertOnce, keyOf, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf, serverIdOf } from '@innkeeper/model/machine-names';
import type { WatchContext } from './start.ts';

const UNKNOWN = 'guest_unknown';
/** What it runs is nobody's. */
const LONGEST_PAUSE_MS = minutes(5);

export async function reapOrphanedMachines(watch: WatchContext): Promise<void> {
  const { db, engine, log } = watch;
  const running = (await engine.compute.list()).filter(({ power }) => power === 'running');
  const ids = running.flatMap(({ machineId }) => serverIdOf(machineId) ?? []);
  const rows = await db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.account_id', 'servers.status', 'locks.kind as locked'])
    .where('servers.id', 'in', ids.length > 0 ? ids : [0])
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  const strangers = rows.filter(({ status, locked }) => status === 'terminated' && locked === null);
  await forEachDue(watch, {
    name: 'stop-strangers',
    kind: 'server',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: async (except) => strangers.filter(({ id }) => !except.includes(id)),
    async act({ id, account_id }) {
      await engine.compute.powerOff(machineIdOf(id));
      log.warn({ server: id }, 'a guest whose server has ended was running, and was switched off');
      const resource = { kind: 'server', id };
      const message = `The guest of server ${id} was running though the server has ended. It was switched off.`;
      await transact(watch, async (cx) => {
        await alertOnce(cx.db, { kind: 'guest_of_ended_server', key: keyOf(resource), resource, message });
        await audit(cx, 'server.switch-off-stranger', { ...resource, accountId: account_id });
      });
      return true;
    },
  });
  for (const id of unknown) await tellOfUnknown(watch, id);
  await forgetUnknown(watch, unknown);
}

async function tellOfUnknown(watch: WatchContext, id: number): Promise<void> {
  const resource = { kind: 'server', id };
  const message = `The guest ${machineIdOf(id)} runs on this host, and no server has that number. ./innkeeper doctor tells more.`;
  await transact(watch, async (cx) => {
    if (!(await alertOnce(cx.db, { kind: UNKNOWN, key: keyOf(resource), resource, message }))) return;
    await audit(cx, 'guest.seen-unknown', resource);
    cx.log.warn({ machine: machineIdOf(id) }, 'a guest runs that no server has');
  });
}

/** Closes what was told of guests that are no longer unknown, or no longer run. */
async function forgetUnknown(watch: WatchContext, still: readonly number[]): Promise<void> {
  const told = await openAlertsOf(watch.db, UNKNOWN);
  for (const { key, resource_id: id } of told) {
    if (id !== null && still.includes(id)) continue;
    await transact(watch, async (cx) => {
      await resolveAlerts(cx.db, { kind: UNKNOWN, key }, cx.clock.now());
      await audit(cx, 'guest.no-longer-unknown', id === null ? null : { kind: 'server', id });
    });
    watch.log.info({ server: id }, 'a guest that no server had is gone, or has its server again');
  }
}
