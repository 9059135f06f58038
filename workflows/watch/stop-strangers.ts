/**
 * What runs and should not: a guest whose server has ended is switched off, and the operator is told; its disk stays for a
 * person to look at. A guest that no row knows is only told of: the rows may be the ones that are wrong, after a database was
 * put back.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { audit } from '@innkeeper/db/tables/audit';
import { serverIdOf } from '@innkeeper/model/machine-names';
import type { WatchOptions } from './start.ts';

export async function stopStrangers({ db, engine, log }: WatchOptions): Promise<void> {
  const running = (await engine.compute.list()).filter(({ power }) => power === 'running');
  const ids = running.flatMap(({ machineId }) => serverIdOf(machineId) ?? []);
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.account_id', 'servers.status', 'locks.kind as locked'])
    .where('servers.id', 'in', ids)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { machineId } of running) {
    const id = serverIdOf(machineId);
    if (id === undefined) continue;
    const row = known.get(id);
    const resource = { kind: 'server', id };
    if (row === undefined) {
      const message = `The guest ${machineId} runs on this host, and no server has that number. ./innkeeper doctor tells more.`;
      await alertOnce(db, { kind: 'guest_unknown', message });
    } else if (row.status === 'terminated' && row.locked === null) {
      await engine.compute.powerOff(machineId);
      log.warn({ server: id }, 'a guest whose server has ended was running, and was switched off');
      const message = `The guest of server ${id} was running though the server has ended. It was switched off.`;
      await alertOnce(db, { kind: 'guest_of_ended_server', resource, message });
      await audit(db, { accountId: row.account_id, actor: 'watch', action: 'server.switch-off-stranger', resource, details: {} });
    }
  }
}
