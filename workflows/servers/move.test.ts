import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenPendingFirewall, refuseFirewalls } from '@innkeeper/lab/given-firewalls';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { type LabNode, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { runScenario } from '@innkeeper/lab/torture/run-scenario';
import { moveScenario } from '@innkeeper/lab/torture/scenarios/server-move';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab(['a', 'b']);
});
afterAll(() => lab.close());

/** Moves a stopped server with a firewall to a node with a server whose firewall is new too. Returns the firewalls, and the server. */
async function move(refuses: 'own' | 'other', expected: 'done' | 'undone') {
  const [to, b] = [...lab.nodes][1] as [number, LabNode];
  const ids = { own: 0, other: 0, moving: 0, neighbour: 0 };
  const stop = refuseFirewalls(b.engine.network, ({ id }) => id === ids[refuses]);
  const begin = async (at: TortureLab) => {
    const begun = await moveScenario.begin(at);
    const { accountId } = await givenAccount(at.db);
    const row = at.db
      .selectFrom('workflows')
      .select('resource_id')
      .where('id', '=', begun.workflowIds[0] as number);
    ids.moving = Number((await row.executeTakeFirstOrThrow()).resource_id);
    ids.neighbour = await givenServer(at.db, { accountId, node_id: to });
    await b.engine.compute.start(await givenMachine(b.engine, ids.neighbour, at.db));
    ids.own = await givenPendingFirewall(at.db, { accountId, serverId: ids.moving });
    ids.other = await givenPendingFirewall(at.db, { accountId, serverId: ids.neighbour });
    return begun;
  };
  await runScenario(lab, { ...moveScenario, begin }, { expect: expected });
  stop();
  const inForce = await b.engine.network.listFirewalls();
  const links = lab.db.selectFrom('firewall_servers').select(['firewall_id', 'pending']).orderBy('firewall_id');
  const rows = await links.where('firewall_id', 'in', [ids.own, ids.other]).execute();
  await lab.db.deleteFrom('firewall_servers').execute();
  return { ...ids, inForce, rows };
}

test('a firewall of another server that the engine refuses stops no move', async () => {
  const { own, other, inForce, rows } = await move('other', 'done');
  expect(inForce.firewalls).toEqual([own]);
  expect(rows).toEqual([
    { firewall_id: own, pending: false },
    { firewall_id: other, pending: true },
  ]);
});

test("a move fails if the engine refuses the server's own firewall", async () => {
  const { own, other, inForce, rows } = await move('own', 'undone');
  expect(inForce.firewalls).toEqual([other]);
  expect(rows).toEqual([
    { firewall_id: own, pending: true },
    { firewall_id: other, pending: false },
  ]);
});
