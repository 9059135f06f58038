import { alertOnce, keyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { crashReason, nextCrashStart } from '@innkeeper/model/states/crash-starts';
import { powerOf, seenOutside } from '@innkeeper/model/states/server-power';
import { stallIsOver, stallReason } from '@innkeeper/model/states/stalls';
import { booted } from '@innkeeper/workflows/steps/power-ends';
import type { NodeContext } from '../job.ts';

/**
 * Looks at one server's guest and updates its row. A locked server is left to its workflow, and looked at with the next look at all: its
 * row is not held, for which the workflow would wait (5 ms for each deploy, on the average of 400 at once).
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
    // A row that changed since the look was taken has newer news than the look.
    if (server?.updated_at.getTime() !== before?.updated_at.getTime()) return;
    // A machine of that name on another node than its server is the affair of `reapOrphanedMachines`.
    if (node && server && server.node_id !== node.id) return;
    if (!server || server.status === 'terminated' || (await isLocked(trx, 'server', serverId))) return;
    const power = seenOutside(server.power, powerOf(seen));
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
    const who = `server ${serverId} (${server.hostname})`;
    if (power === 'absent') {
      const message = `The machine of ${who} no longer exists on its host. Restore a backup, then close this alert.`;
      await alertOnce(trx, { kind: 'server_lost', key: keyOf(resource), resource, message });
    }
    if (power === 'crashed' && nextCrashStart(now, server.crash_starts) === null) {
      const message = `The guest of ${who} crashed repeatedly and is no longer started automatically. Find the cause and start the server.`;
      await alertOnce(trx, { kind: 'server_crashed', key: keyOf(resource), resource, message });
    }
    if (power === 'running') await resolveAlerts(trx, { kind: 'server_crashed', key: keyOf(resource) }, now);
    return { was: server.power, power };
  });
  if (change) log.info({ server: serverId, ...change }, 'a guest changed on its own');
}
