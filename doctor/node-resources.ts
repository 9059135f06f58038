/** Lists the resources that this node has: machines, addresses, copies, ISOs, firewalls, and the journal of invoice numbers. */

import type { ExternalState } from '@innkeeper/model/recovery/external-state';
import { serverIdOf } from '@innkeeper/model/servers/machine-names';
import { ifMissing, type Target } from './target.ts';

/** Lists the resources. Throws if a resource cannot be read, because the list would be incomplete. */
export async function listNodeResources({ db, node, engine }: Target): Promise<ExternalState> {
  const { compute, network, downloads, copies } = engine;
  const machines = await compute.list();
  const drafts = await compute.orphanedFiles();
  const addresses = await compute.addresses();
  const copyFiles: string[] = [];
  for (const store of copies?.stores() ?? []) for await (const key of store.list()) copyFiles.push(key);
  const others = await db.selectFrom('nodes').select('name').where('name', '!=', node).orderBy('name').execute();
  const { firewalls } = await network.listFirewalls().catch(ifMissing({ firewalls: [] as number[] }));
  return {
    machineIds: [...new Set([...machines, ...drafts].map(({ machineId }) => machineId))],
    addresses: addresses.flatMap(({ machineId, addresses: given }) =>
      given.map(({ address, prefix }) => ({ address, prefix, machineId, serverId: serverIdOf(machineId) ?? null })),
    ),
    copyFiles,
    isoFiles: (await downloads.list()).map(({ name }) => name),
    firewallIds: firewalls,
    journal: (await engine.invoiceJournal?.read()) ?? null,
    otherNodes: others.map(({ name }) => name),
  };
}
