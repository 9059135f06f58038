/** Compares the addresses in the kernel of this node, and the machines of its metadata service, with the database. */
import { listHeldNetworks } from '@innkeeper/engine/network/nics';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Finding, ifMissing, type Target } from './target.ts';

const REMEDY = 'if no worker runs, start one; otherwise run ./innkeeper network check and restart the server';

export async function checkAddresses(target: Target): Promise<Finding[]> {
  // The directory of network card records does not exist until the engine is first opened.
  const cards = new Set(await target.engine.network.list().catch(ifMissing([])));
  const nothing = { addresses: [], metadata: [] };
  const { addresses, metadata } = await target.engine.network.holdings().catch(ifMissing(nothing));
  const { given, servers, busy } = await rowsOf(target);
  // A workflow changes the kernel before the rows, so skip machines whose server is locked.
  const isUnlocked = ({ machineId }: { machineId: string }) => !busy.has(machineId);
  const inKernel = new Set(addresses.map(({ network, machineId }) => `${network} ${machineId}`));
  const inRows = new Set(given.map(({ network, machineId }) => `${network} ${machineId}`));
  const missing = given.filter(({ network, machineId }) => cards.has(machineId) && !inKernel.has(`${network} ${machineId}`));
  return [
    {
      name: 'held addresses',
      items: addresses
        .filter(isUnlocked)
        .filter(({ network, machineId }) => !inRows.has(`${network} ${machineId}`))
        .map(({ network, machineId }) => `${network} (${machineId})`),
      predicate: 'lead to machines whose servers do not have these addresses',
      remedy: REMEDY,
    },
    {
      name: 'lost addresses',
      items: missing.filter(isUnlocked).map(({ network, machineId }) => `${network} (${machineId})`),
      predicate: 'do not lead to the machines of their servers',
      remedy: REMEDY,
    },
    {
      name: 'metadata',
      items: metadata.filter((machineId) => !servers.has(machineId) && !busy.has(machineId)),
      predicate: 'lists machines that are not servers',
      remedy: 'they are harmless; a reboot of this host removes them',
    },
  ];
}

/**
 * Loads the networks that servers have (`given`), the machines of servers that are not terminated (`servers`), and the machines of locked
 * servers (`busy`).
 */
async function rowsOf({ db }: Pick<Target, 'db'>) {
  const servers = await db
    .selectFrom('servers as s')
    .leftJoin('locks as l', (join) => join.on('l.kind', '=', 'server').onRef('l.resource_id', '=', 's.id'))
    .select(['s.id', 's.status', 'l.kind as locked'])
    .execute();
  const living = servers.filter(({ status }) => status !== 'terminated');
  const rows = await db
    .selectFrom('ip_addresses as a')
    .innerJoin('servers as s', 's.id', 'a.server_id')
    .select(['a.address', 'a.prefix', 'a.gateway', 'a.version', 's.id'])
    .execute();
  return {
    given: rows.flatMap(({ id, version, ...address }) =>
      listHeldNetworks({ machineId: machineIdOf(id), addresses: [{ ...address, version: version === 6 ? 6 : 4 }] }),
    ),
    servers: new Set(living.map(({ id }) => machineIdOf(id))),
    busy: new Set(servers.filter(({ locked }) => locked !== null).map(({ id }) => machineIdOf(id))),
  };
}
