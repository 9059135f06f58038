/** Machines on the simulated engine that a test starts from, with or without a row. */
import { NO_MEDIA } from '@innkeeper/engine/compute/port';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf, macOf } from '@innkeeper/model/machine-names';

type Place = Pick<Engine, 'compute' | 'network' | 'images'>;

/** The network card of a server's machine. */
export function givenCard({ network }: Pick<Engine, 'network'>, serverId: number) {
  return network.attach({ machineId: machineIdOf(serverId), mac: macOf(serverId), hostname: 'given', addresses: [], dns: [] });
}

/** A stopped machine with its network card. Returns its id. */
export async function givenMachine(engine: Place, serverId: number): Promise<string> {
  const machineId = machineIdOf(serverId);
  const nic = await givenCard(engine, serverId);
  const image = await engine.images.provide('tiny');
  const seed = { instanceId: 'given', hostname: 'given', sshKeys: [], passwordHash: null, startupScript: null };
  const size = { vcpus: 1, memoryMb: 256, diskGb: 10, limits: {}, media: NO_MEDIA };
  await engine.compute.create({ machineId, ...size, source: { from: 'image', image }, seed, nic });
  return machineId;
}
