/** Scenarios that move floating IPs between servers. At the end network cards, seeds and rows agree, and no address is on two servers. */
import assert from 'node:assert/strict';
import type { WorkflowState } from '@innkeeper/db/schema';
import { lockFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { updateService } from '@innkeeper/db/tables/services';
import { detachEnding } from '@innkeeper/domain/floating-ips/detach-ending';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { NicRecords } from '@innkeeper/engine/network/nics';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { attachFloatingIps, detachFloatingIps } from '@innkeeper/operations/floating-ips/move';
import { floatingIpAttach } from '@innkeeper/workflows/floating-ips/attach';
import { floatingIpDetach } from '@innkeeper/workflows/floating-ips/detach';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { sql } from 'kysely';
import { givenAccount, givenServer } from '../../given.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { givenMachine } from '../../given-machine.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

interface Place {
  nodeId: number | undefined;
  home: string;
  engine: Engine;
}

/** Returns two places: the same engine twice, or one node each. */
function placesOf(lab: TortureLab): [Place, Place] {
  const nodes = [...lab.nodes].map(([nodeId, { home, engine }]) => ({ nodeId, home, engine }));
  const only = { nodeId: undefined, home: lab.home, engine: lab.engine };
  return [nodes[0] ?? only, nodes[1] ?? nodes[0] ?? only];
}

interface Scene {
  accountId: number;
  a: Host;
  b: Host;
}
interface Host extends Place {
  id: number;
}

/** Inserts two servers of an account whose machines and cards match their rows. */
async function openScene(lab: TortureLab): Promise<Scene> {
  const { accountId } = await givenAccount(lab.db);
  const hosts = [];
  for (const place of placesOf(lab)) {
    const of = place.nodeId === undefined ? {} : { node_id: place.nodeId };
    const id = await givenServer(lab.db, { accountId, ...of });
    await place.engine.compute.start(await givenMachine(place.engine, id));
    hosts.push({ ...place, id });
  }
  const [a, b] = hosts as [Host, Host];
  return { accountId, a, b };
}

/** Inserts a floating IP of a server and attaches it to the card. Returns its id. */
async function attached(lab: TortureLab, { accountId }: Scene, { id, engine }: Host): Promise<number> {
  const floatingIp = await givenFloatingIp(lab.db, { accountId, serverId: id });
  await engine.network.attach((await machineSpec(lab.db, id, [])).nic);
  return floatingIp;
}

type Act = (scene: Scene) => Promise<{ ids: number[]; request: () => Promise<unknown> }>;

/** Begins an act. `to` is the place of the floating IPs when it is done. */
async function begin(lab: TortureLab, act: Act, to: 'b' | 'none' | 'free'): Promise<Begun> {
  const scene = await openScene(lab);
  const { ids, request } = await act(scene);
  for (const { id, engine } of [scene.a, scene.b]) await engine.network.attach((await machineSpec(lab.db, id, [])).nic);
  const before = await holders(lab, ids);
  await request();
  return {
    workflowIds: await queuedFor(lab, ids, 'floating_ip'),
    async check(ended) {
      const holder = { b: scene.b.id, none: null, free: undefined }[to];
      const expected = allDone(ended) ? ids.map((id) => [id, holder]).filter(([, one]) => one !== undefined) : before;
      assert.deepEqual(await holders(lab, ids), expected);
      for (const host of [scene.a, scene.b]) await checkCard(lab, host);
    },
  };
}

const allDone = (ended: ReadonlyMap<number, WorkflowState>): boolean => [...ended.values()].every((state) => state === 'done');

/** Returns each floating IP that has its address, with its server. */
async function holders(lab: TortureLab, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; server_id: number | null }>`
    select floating_ip_id as id, server_id from ip_addresses where floating_ip_id = any(${[...ids]}::int[]) order by 1`.execute(
    lab.db,
  );
  return rows.map(({ id, server_id }) => [id, server_id]);
}

/** Asserts that the network card and the seed of the next boot match the row. */
async function checkCard(lab: TortureLab, { id, home }: Host): Promise<void> {
  const { nic } = await machineSpec(lab.db, id, []);
  const expected = nic.addresses.map(({ address }) => address).toSorted();
  const card = await new NicRecords(home, 'simulated').read(machineIdOf(id));
  assert.deepEqual(card?.addresses.map(({ address }) => address).toSorted(), expected);
  const { spec } = await readSimulated(home, machineIdOf(id));
  // A machine that never took part keeps its original card.
  if (spec.nic.addresses.length > 0) assert.deepEqual(spec.nic.addresses.map(({ address }) => address).toSorted(), expected);
}

/** Attaches two floating IPs: one from the first server, one detached. Their pool has no free address. */
const attachScenario = (name: string, nodes?: readonly string[]): Scenario => ({
  name,
  definition: floatingIpAttach,
  ...(nodes && { nodes }),
  begin: (lab) =>
    begin(
      lab,
      async (scene) => {
        const ids = [await attached(lab, scene, scene.a), await givenFloatingIp(lab.db, { accountId: scene.accountId })];
        const draining = (is: boolean) => lab.db.updateTable('ip_pools').set({ draining: is }).execute();
        const request = async () => {
          await draining(true);
          const body = { ids, server_id: scene.b.id };
          await asCaller(lab, scene.accountId, async (cx) =>
            attachFloatingIps(cx, await inputOf(cx, 'attachFloatingIps', { body })),
          );
          await draining(false);
        };
        return { ids, request };
      },
      'b',
    ),
});

const detachScenario: Scenario = {
  name: 'floating-ip.detach',
  definition: floatingIpDetach,
  begin: (lab) =>
    begin(
      lab,
      async (scene) => {
        const ids = [await attached(lab, scene, scene.a), await attached(lab, scene, scene.b)];
        const request = () =>
          asCaller(lab, scene.accountId, async (cx) =>
            detachFloatingIps(cx, await inputOf(cx, 'detachFloatingIps', { body: { ids } })),
          );
        return { ids, request };
      },
      'none',
    ),
};

/** Detaches an ended floating IP. Its address becomes free only after its server has lost it. */
const detachEndedScenario: Scenario = {
  name: 'floating-ip.detach, of one that has ended',
  definition: floatingIpDetach,
  begin: (lab) =>
    begin(
      lab,
      async (scene) => {
        const ids = [await attached(lab, scene, scene.a)];
        const request = async () => {
          await updateService(lab.db, ids[0] as number, { status: 'terminated', ended_at: new Date() });
          await asCaller(lab, scene.accountId, async (cx) => {
            await lockFloatingIps(cx.db, ids);
            await detachEnding(cx, ids);
          });
        };
        return { ids, request };
      },
      'free',
    ),
};

/** Scenarios with all machines on one engine. */
export const ONE_NODE_SCENARIOS: readonly Scenario[] = [
  attachScenario('floating-ip.attach'),
  detachScenario,
  detachEndedScenario,
];
export const FLOATING_IP_SCENARIOS: readonly Scenario[] = [
  ...ONE_NODE_SCENARIOS,
  attachScenario('floating-ip.attach, from another node', ['a', 'b']),
];
