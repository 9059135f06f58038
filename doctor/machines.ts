/** Finds machines and network cards without a server, and servers of this node without their machine. */
import path from 'node:path';
import { machineIdOf, serverIdOf } from '@innkeeper/model/servers/machine-names';
import { type Finding, ifMissing, nodeId, type Target } from './target.ts';

export async function checkMachines(target: Target): Promise<Finding[]> {
  const machineIds = (await target.engine.compute.list()).map(({ machineId }) => machineId);
  // The directory of card records does not exist before the engine was opened for the first time.
  const cards = await target.engine.network.list().catch(ifMissing([]));
  const servers = await loadServers(target);
  const byId = new Map(servers.map((server) => [server.id, server]));
  const isUnknown = (machineId: string): boolean => {
    const server = byId.get(serverIdOf(machineId) ?? -1);
    return server === undefined || (server.status === 'terminated' && server.locked === null);
  };
  const own = await nodeId(target);
  const serving = servers.filter(
    ({ status, power, locked, node_id }) =>
      node_id === own && (status === 'active' || status === 'suspended') && power !== 'absent' && locked === null,
  );
  return [
    {
      name: 'disks',
      items: machineIds.filter(isUnknown),
      predicate: 'belong to no server',
      remedy: `check ${target.machinesDirectory} before you delete anything`,
    },
    {
      name: 'taps',
      items: cards.filter(isUnknown),
      predicate: 'belong to no server',
      // The worker recreates the cards from their records at each start.
      remedy: `they are harmless; to remove them, delete their records in ${path.dirname(target.machinesDirectory)}/nics-* and reboot this host`,
    },
    {
      name: 'machines',
      items: serving.map(({ id }) => machineIdOf(id)).filter((machineId) => !machineIds.includes(machineId)),
      predicate: 'are missing on this host',
      remedy: 'owners can restore backups of them on new servers; then end each with ./innkeeper server repair ID --end-lost',
    },
  ];
}

function loadServers({ db }: Target) {
  return db
    .selectFrom('servers as s')
    .leftJoin('locks as l', (join) => join.on('l.kind', '=', 'server').onRef('l.resource_id', '=', 's.id'))
    .select(['s.id', 's.node_id', 's.status', 's.power', 'l.kind as locked'])
    .execute();
}
