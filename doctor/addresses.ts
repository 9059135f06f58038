/** Addresses in the kernel of this node, and what its metadata service tells, beside the rows. */
import { heldBy } from '@innkeeper/engine/network/nics';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { ifMissing, type Suspicion, type Target } from './target.ts';

const REMEDY = 'if no worker runs, start one; otherwise run ./innkeeper network check and restart the server';

export async function lookAtAddresses(target: Target): Promise<Suspicion[]> {
  // A network that was never opened has none.
  const cards = new Set(await target.engine.network.list().catch(ifMissing([])));
  const nothing = { addresses: [], metadata: [] };
  const { addresses, metadata } = await target.engine.network.holdings().catch(ifMissing(nothing));
  const { given, servers, busy } = await rowsOf(target);
  // What a workflow moves is in the kernel before it is in the rows.
  const settled = ({ machineId }: { machineId: string }) => !busy.has(machineId);
  const inKernel = new Set(addresses.map(({ network, machineId }) => `${network} ${machineId}`));
  const inRows = new Set(given.map(({ network, machineId }) => `${network} ${machineId}`));
  const missing = given.filter(({ network, machineId }) => cards.has(machineId) && !inKernel.has(`${network} ${machineId}`));
  return [
    {
      name: 'held addresses',
      which: addresses
        .filter(settled)
        .filter(({ network, machineId }) => !inRows.has(`${network} ${machineId}`))
        .map(({ network, machineId }) => `${network} (${machineId})`),
      what: 'lead to machines whose servers do not have these addresses',
      remedy: REMEDY,
    },
    {
      name: 'lost addresses',
      which: missing.filter(settled).map(({ network, machineId }) => `${network} (${machineId})`),
      what: 'do not lead to the machines of their servers',
      remedy: REMEDY,
    },
    {
      name: 'metadata',
      which: metadata.filter((machineId) => !servers.has(machineId) && !busy.has(machineId)),
      what: 'lists machines that are not servers',
      remedy: 'they are harmless; remove them with ./innkeeper down --guests',
    },
  ];
}

/** Addresses of servers, the servers that there are, and those that a workflow has. By machine ids. */
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
      heldBy({ machineId: machineIdOf(id), addresses: [{ ...address, version: version === 6 ? 6 : 4 }] }),
    ),
    servers: new Set(living.map(({ id }) => machineIdOf(id))),
    busy: new Set(servers.filter(({ locked }) => locked !== null).map(({ id }) => machineIdOf(id))),
  };
}
