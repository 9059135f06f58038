/** The engine has a machine and a network port for each active or suspended server, and no others. */
import { machineIdOf, serverIdOf } from '@innkeeper/model/servers/machine-names';
import type { Invariant, Place } from '../invariants.ts';

const POWER: Record<string, string> = {
  running: 'running',
  stopped: 'stopped',
  crashed: 'crashed',
  interrupted: 'interrupted',
  unreachable: 'running',
  stalled: 'running',
};

async function machines({ db, ...place }: Place): Promise<string[]> {
  const serving = await servingOf(db);
  const expected = new Map(
    serving.map(({ id, node_id, power }) => [nameIn(place, machineIdOf(id), node_id), POWER[power] ?? power]),
  );
  const actual = new Map<string, string>();
  for (const [node, { compute }] of enginesOf(place))
    for (const { machineId, power } of (await compute.list()).filter(isOurs)) actual.set(nameIn(place, machineId, node), power);
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((id) => expected.get(id) !== actual.get(id))
    .map((id) => `Machine ${id} should be ${expected.get(id) ?? 'absent'}, and is ${actual.get(id) ?? 'absent'}.`);
}

async function ports({ db, ...place }: Place): Promise<string[]> {
  const expected = new Set((await servingOf(db)).map(({ id, node_id }) => nameIn(place, machineIdOf(id), node_id)));
  const actual = new Set<string>();
  for (const [node, { network }] of enginesOf(place))
    for (const machineId of await network.list()) if (isOurs({ machineId })) actual.add(nameIn(place, machineId, node));
  return [
    ...[...expected].filter((id) => !actual.has(id)).map((id) => `Machine ${id} has no port on the network.`),
    ...[...actual]
      .filter((id) => !expected.has(id))
      .map((id) => `There is a port on the network for ${id}, which serves nobody.`),
  ];
}

const servingOf = (db: Place['db']) =>
  db.selectFrom('servers').select(['id', 'node_id', 'power']).where('status', 'in', ['active', 'suspended']).execute();

type Engines = Omit<Place, 'db'>;

const enginesOf = ({ engine, nodes }: Engines): [number, Place['engine']][] =>
  nodes?.size ? [...nodes].map(([id, node]) => [id, node.engine]) : [[0, engine]];

/** Returns the machine's name, with its node if the lab has several. */
const nameIn = ({ nodes }: Engines, machineId: string, node: number): string =>
  nodes?.size ? `${machineId} on node ${node}` : machineId;

/** Machines with other names belong to tests of the torture kit. */
const isOurs = ({ machineId }: { machineId: string }): boolean => serverIdOf(machineId) !== undefined;

export const ENGINE_INVARIANTS: readonly Invariant[] = [machines, ports];
