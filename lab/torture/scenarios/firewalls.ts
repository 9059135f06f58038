/**
 * Scenarios that change the rules and servers of a firewall and notify the node. Failed changes stay pending until reconciling applies
 * them.
 */
import assert from 'node:assert/strict';
import { loadFirewall } from '@innkeeper/db/tables/firewalls';
import { FirewallRecord } from '@innkeeper/engine/network/firewalls';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { applyFirewall, removeFirewall, setFirewallRules } from '@innkeeper/operations/firewalls';
import { firewallApply } from '@innkeeper/workflows/firewalls/apply';
import { applyFirewalls } from '@innkeeper/workflows/steps/firewalls';
import { givenFirewall } from '../../given-firewalls.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer } from './server-power.ts';

const scenario = (act: Act): Scenario => ({
  name: `firewall.apply, ${act}`,
  definition: firewallApply,
  begin: (lab) => begin(lab, act),
});

type Act = 'given' | 'other rules' | 'taken off';

export const FIREWALL_SCENARIOS: readonly Scenario[] = [scenario('given'), scenario('other rules'), scenario('taken off')];

async function begin(lab: TortureLab, act: Act): Promise<Begun> {
  const { id: serverId, account_id: accountId } = await activeServer(lab);
  const server = lab.db.selectFrom('servers').select('node_id').where('id', '=', serverId);
  const { node_id: nodeId } = await server.executeTakeFirstOrThrow();
  const id = await givenFirewall(lab.db, { accountId });
  if (act !== 'given') {
    await lab.db.insertInto('firewall_servers').values({ firewall_id: id, server_id: serverId, pending: false }).execute();
    await applyFirewalls(lab, nodeId);
  }
  await asCaller(lab, accountId, async (cx) => {
    const body = { server_ids: [serverId] };
    if (act === 'given') await applyFirewall(cx, await inputOf(cx, 'applyFirewall', { id, body }));
    else if (act === 'taken off') await removeFirewall(cx, await inputOf(cx, 'removeFirewall', { id, body }));
    else await setFirewallRules(cx, await inputOf(cx, 'setFirewallRules', { id, body: { rules: [] } }));
  });
  return {
    workflowIds: await queuedFor(lab, [id], 'firewall'),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      if (!done) await applyFirewalls(lab, nodeId);
      const firewall = await loadFirewall(lab.db, id);
      assert.equal(firewall.status, 'active');
      const has = act !== 'taken off';
      assert.deepEqual(
        firewall.servers.map((server) => [server.id, server.pending, server.removing]),
        has ? [[serverId, false, false]] : [],
      );
      const { firewalls, machines } = await new FirewallRecord(lab.home, 'simulated').read();
      assert.equal(machines[machineIdOf(serverId)]?.includes(id) ?? false, has);
      assert.equal(firewalls.find((one) => one.id === id)?.version, has ? firewall.version : undefined);
      // Frees the server's slot for the next firewall.
      await lab.db.deleteFrom('firewall_servers').where('firewall_id', '=', id).execute();
    },
  };
}
