import { machineIdOf } from '@innkeeper/model/machine-names';
import { seenOutside } from '@innkeeper/model/states/server-power';
import { seeServer } from './see-server.ts';
import type { WatchOptions } from './start.ts';

/** Compares what the engine has with what the rows say, and looks closer at each unlocked server that differs. */
export async function compareAll(options: WatchOptions): Promise<void> {
  const machines = new Map((await options.engine.compute.list()).map((machine) => [machine.machineId, machine.power]));
  const servers = await options.db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.power'])
    .where('servers.status', 'in', ['active', 'suspended'])
    .where('locks.kind', 'is', null)
    .execute();
  for (const { id, power } of servers) {
    if (seenOutside(power, machines.get(machineIdOf(id)) ?? 'absent')) await seeServer(options, id);
  }
}
