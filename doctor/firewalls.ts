/** Finds firewalls in the kernel of this node that no server needs, and machines whose firewalls are not applied. */
import { loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Finding, ifMissing, nodeId, type Target } from './target.ts';

export async function checkFirewalls({ db, engine, node }: Target): Promise<Finding[]> {
  // The directory of network card records does not exist until the engine is first opened.
  const cards = await engine.network.list().catch(ifMissing([]));
  const kernelState = await engine.network.listFirewalls();
  const own = await nodeId({ db, node });
  const { links } = own === null ? { links: [] } : await loadFirewallsOfNode(db, own);
  const given = links.filter(({ removing }) => !removing);
  const machines = new Set(given.map(({ server_id }) => machineIdOf(server_id)));
  const remedy = 'the worker repairs this within 15 seconds; otherwise read its log and ./innkeeper alert list';
  return [
    {
      name: 'firewalls',
      items: [
        ...kernelState.firewalls
          .filter((id) => links.every(({ firewall_id }) => firewall_id !== id))
          .map((id) => `firewall ${id}`),
        ...kernelState.machines.filter((machineId) => !links.some(({ server_id }) => machineIdOf(server_id) === machineId)),
      ],
      predicate: 'filter packets but do not exist',
      remedy,
    },
    {
      name: 'unfiltered',
      items: cards.filter((machineId) => machines.has(machineId) && !kernelState.machines.includes(machineId)),
      predicate: 'have firewalls that are not applied',
      remedy,
    },
  ];
}
