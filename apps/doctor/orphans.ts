/**
 * What belongs to nobody: guests' disks, network cards and addresses that no server of the database has, and servers whose
 * machine is gone. Looks only. Nothing is removed by itself, since it may be the database that is wrong: after one was put back
 * from a copy, the disks of servers that came later are the only trace of them.
 */
import type { Database } from '@innkeeper/db/schema';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf, serverIdOf } from '@innkeeper/model/machine-names';
import type { Kysely } from 'kysely';

export async function findOrphans(db: Kysely<Database>, engine: Engine, machines: string): Promise<HostFinding[]> {
  const servers = await db
    .selectFrom('servers as s')
    .leftJoin('locks as l', (join) => join.on('l.kind', '=', 'server').onRef('l.resource_id', '=', 's.id'))
    .select(['s.id', 's.status', 's.power', 'l.kind as locked'])
    .execute();
  const byId = new Map(servers.map((server) => [server.id, server]));
  const belongs = (machineId: string): boolean => {
    const server = byId.get(serverIdOf(machineId) ?? -1);
    return server !== undefined && (server.status !== 'terminated' || server.locked !== null);
  };
  const there = (await engine.compute.list()).map(({ machineId }) => machineId);
  const cards = await engine.network.list().catch(() => []);
  const serving = servers.filter(
    ({ status, power, locked }) => ['active', 'suspended'].includes(status) && power !== 'absent' && !locked,
  );
  return [
    finding(
      'disks',
      there.filter((id) => !belongs(id)),
      'no server has',
      `look into ${machines} before you remove what is in it`,
    ),
    finding(
      'taps',
      cards.filter((id) => !belongs(id)),
      'no server has',
      'they go with ./innkeeper down --guests, and are harmless',
    ),
    finding(
      'machines',
      missing(serving, there),
      'are gone from this host',
      'restore a backup of each: ./innkeeper server show ID tells of it',
    ),
    finding('addresses', await strayAddresses(db), 'serve an ended server', 'a fault of Innkeeper: please report it'),
  ];
}

const missing = (serving: { id: number }[], there: string[]): string[] =>
  serving.map(({ id }) => machineIdOf(id)).filter((machineId) => !there.includes(machineId));

async function strayAddresses(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('ip_addresses as a')
    .innerJoin('servers as s', 's.id', 'a.server_id')
    .select('a.address')
    .where('s.status', '=', 'terminated')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('locks').select('kind').where('kind', '=', 'server').whereRef('resource_id', '=', 's.id'))),
    )
    .orderBy('a.id')
    .execute();
  return rows.map(({ address }) => address);
}

const SHOWN = 10;

function finding(name: string, which: string[], what: string, remedy: string): HostFinding {
  if (which.length === 0) return { name, ok: true, why: 'each belongs to a server', remedy: null };
  const more = which.length > SHOWN ? ` and ${which.length - SHOWN} more` : '';
  return { name, ok: 'warn', why: `${which.slice(0, SHOWN).join(', ')}${more} ${what}`, remedy };
}
