/** Guests' disks and network cards without a server, and servers of this node without their machine. */
import { machineIdOf, serverIdOf } from '@innkeeper/model/machine-names';
import { ifMissing, nodeId, type Suspicion, type Target } from './target.ts';

export async function lookAtMachines(target: Target): Promise<Suspicion[]> {
  const there = (await target.engine.compute.list()).map(({ machineId }) => machineId);
  // A network that was never opened has none.
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
      which: there.filter(isUnknown),
      what: 'belong to no server',
      remedy: `check ${target.machines} before you delete anything`,
    },
    {
      name: 'taps',
      which: cards.filter(isUnknown),
      what: 'belong to no server',
      remedy: 'they are harmless; remove them with ./innkeeper down --guests',
    },
    {
      name: 'machines',
      which: serving.map(({ id }) => machineIdOf(id)).filter((machineId) => !there.includes(machineId)),
      what: 'are missing on this host',
      remedy: 'restore a backup of each; see the server with ./innkeeper server show ID',
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
