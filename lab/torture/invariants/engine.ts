/** The engine has a machine and a network port for each active or suspended server, and no others. */
import { machineIdOf, serverIdOf } from '@innkeeper/model/machine-names';
import type { Invariant, Place } from '../invariants.ts';

const POWER: Record<string, string> = {
  running: 'running',
  stopped: 'stopped',
  crashed: 'crashed',
  interrupted: 'interrupted',
  unreachable: 'running',
  stalled: 'running',
};

async function machines({ db, engine }: Place): Promise<string[]> {
  const serving = await db.selectFrom('servers').select(['id', 'power']).where('status', 'in', ['active', 'suspended']).execute();
  const wanted = new Map(serving.map(({ id, power }) => [machineIdOf(id), POWER[power] ?? power]));
  const there = new Map((await engine.compute.list()).filter(isOurs).map(({ machineId, power }) => [machineId, power]));
  return [...new Set([...wanted.keys(), ...there.keys()])]
    .filter((id) => wanted.get(id) !== there.get(id))
    .map((id) => `Machine ${id} should be ${wanted.get(id) ?? 'absent'}, and is ${there.get(id) ?? 'absent'}.`);
}

async function ports({ db, engine }: Place): Promise<string[]> {
  const serving = await db.selectFrom('servers').select('id').where('status', 'in', ['active', 'suspended']).execute();
  const wanted = new Set(serving.map(({ id }) => machineIdOf(id)));
  const there = new Set((await engine.network.list()).filter((machineId) => isOurs({ machineId })));
  return [
    ...[...wanted].filter((id) => !there.has(id)).map((id) => `Machine ${id} has no port on the network.`),
    ...[...there].filter((id) => !wanted.has(id)).map((id) => `There is a port on the network for ${id}, which serves nobody.`),
  ];
}

/** Machines with other names belong to tests of the torture kit itself. */
const isOurs = ({ machineId }: { machineId: string }): boolean => serverIdOf(machineId) !== undefined;

export const ENGINE_INVARIANTS: readonly Invariant[] = [machines, ports];
