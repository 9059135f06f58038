/** Fixtures: machines on the simulated engine, with or without a row. */
import type { Database } from '@innkeeper/db/schema';
import { NO_MEDIA } from '@innkeeper/engine/compute/port';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf, macOf } from '@innkeeper/model/servers/machine-names';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import type { Kysely } from 'kysely';

type Place = Pick<Engine, 'compute' | 'network' | 'images'>;

/** Attaches the network card of a server's machine. Its addresses come from the server's row if `db` is given. */
export async function givenCard({ network }: Pick<Engine, 'network'>, serverId: number, db?: Kysely<Database>) {
  const card = { machineId: machineIdOf(serverId), mac: macOf(serverId), hostname: 'given', addresses: [], dns: [] };
  const row = await db?.selectFrom('servers').select('id').where('id', '=', serverId).executeTakeFirst();
  return network.attach(db && row ? { ...card, addresses: (await machineSpec(db, serverId, [])).nic.addresses } : card);
}

/** Creates a stopped machine with its network card. Returns its id. */
export async function givenMachine(engine: Place, serverId: number, db?: Kysely<Database>): Promise<string> {
  const machineId = machineIdOf(serverId);
  const nic = await givenCard(engine, serverId, db);
  const image = await engine.images.provide('tiny');
  const seed = { instanceId: 'given', hostname: 'given', sshKeys: [], passwordHash: null, startupScript: null };
  const size = { vcpus: 1, memoryMb: 256, diskGb: 10, limits: {}, media: NO_MEDIA };
  await engine.compute.create({ machineId, ...size, source: { from: 'image', image }, seed, nic });
  return machineId;
}
