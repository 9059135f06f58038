/** Firewalls that this node has and no row, and servers of this node that have none of those that they shall. */
import { loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { ifMissing, nodeId, type Suspicion, type Target } from './target.ts';

export async function lookAtFirewalls({ db, engine, node }: Target): Promise<Suspicion[]> {
  // A network that was never opened has none.
  const cards = await engine.network.list().catch(ifMissing([]));
  const there = await engine.network.listFirewalls();
  const own = await nodeId({ db, node });
  const { links } = own === null ? { links: [] } : await loadFirewallsOfNode(db, own);
  const given = links.filter(({ removing }) => !removing);
  const machines = new Set(given.map(({ server_id }) => machineIdOf(server_id)));
  const remedy = 'the worker repairs this within 15 seconds; otherwise read its log and ./innkeeper alert list';
  return [
    {
      name: 'firewalls',
      which: [
        ...there.firewalls.filter((id) => links.every(({ firewall_id }) => firewall_id !== id)).map((id) => `firewall ${id}`),
        ...there.machines.filter((machineId) => !links.some(({ server_id }) => machineIdOf(server_id) === machineId)),
      ],
      what: 'filter packets but do not exist',
      remedy,
    },
    {
      name: 'unfiltered',
      which: cards.filter((machineId) => machines.has(machineId) && !there.machines.includes(machineId)),
      what: 'have firewalls that are not applied',
      remedy,
    },
  ];
}
