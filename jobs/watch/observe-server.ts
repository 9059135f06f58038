import { alertKeyOf, alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { crashReason, nextCrashStart } from '@innkeeper/model/states/crash-starts';
import { powerOf, reconcilePower } from '@innkeeper/model/states/server-power';
import { stallIsOver, stallReason } from '@innkeeper/model/states/stalls';
import { booted } from '@innkeeper/workflows/steps/power-ends';
import type { NodeContext } from '../job.ts';
import { reportLostServer } from './report-lost-server.ts';

/**
 * Observes one server's guest and updates its row. A locked server is left to its workflow and observed in the next full run. Its row is
 * not locked, because the workflow would wait for it (5 ms per deploy, on average with 400 concurrent deploys).
 */
export async function observeServer(watch: NodeContext, serverId: number): Promise<void> {
  const { db, engine, node, clock, log } = watch;
  const before = await db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.updated_at', 'locks.kind as locked'])
    .where('servers.id', '=', serverId)
    .executeTakeFirst();
  if (before?.locked) return;
  const seen = await engine.compute.inspect(machineIdOf(serverId));
  const change = await inTransaction(db, async (trx) => {
    const server = await lockServer(trx, serverId);
    // A row that changed since the guest was inspected is newer.
    if (server?.updated_at.getTime() !== before?.updated_at.getTime()) return;
    // `reapOrphanedMachines` handles a machine of this name on another node than its server's.
    if (node && server && server.node_id !== node.id) return;
    if (!server || server.status === 'terminated' || (await isLocked(trx, 'server', serverId))) return;
    const power = reconcilePower(server.power, powerOf(seen));
    const rebooted = seen.bootId !== null && seen.bootId !== server.boot_id;
    if (!power && !rebooted) return;
    const now = clock.now();
    await updateServer(trx, serverId, {
      ...(rebooted ? { boot_id: seen.bootId } : {}),
      ...(rebooted && server.boot_id !== null ? booted(seen.bootId) : {}),
      ...(power === 'crashed' ? { crashed_at: now, status_reason: crashReason(now, server.crash_starts) } : {}),
      ...(power === 'stalled' ? { status_reason: stallReason(now) } : {}),
      ...(power === 'running' && server.power === 'stalled' ? { status_reason: stallIsOver(now) } : {}),
      power: power ?? server.power,
    });
    if (!power) return;
    const resource = { kind: 'server', id: serverId };
    const cx = { ...watch, db: trx };
    await audit(cx, `server.seen-${power}`, { ...resource, accountId: server.account_id }, { was: server.power });
    if (power === 'absent') await reportLostServer(cx, server);
    if (power === 'crashed' && nextCrashStart(now, server.crash_starts) === null) {
      const message = `The guest of server ${serverId} (${server.hostname}) crashed repeatedly and is no longer started automatically. Find the cause and start the server.`;
      await alertOnce(trx, { kind: 'server_crashed', key: alertKeyOf(resource), resource, message });
    }
    if (power === 'running') await resolveAlerts(trx, { kind: 'server_crashed', key: alertKeyOf(resource) }, now);
    return { was: server.power, power };
  });
  if (change) log.info({ server: serverId, ...change }, 'a guest changed on its own');
}
