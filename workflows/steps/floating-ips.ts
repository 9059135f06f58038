/**
 * The network cards of servers of one node get and lose floating IPs, all in one act of the network: at no time has a machine what is
 * another's. Their rows change when the workflow ends, so that "as the rows say" is what was before.
 */

import { EngineError } from '@innkeeper/engine/compute/port';
import type { AddressSpec, Nic, NicSpec } from '@innkeeper/engine/network/port';
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { NonRetryableError } from '../define.ts';
import { tellAddresses } from './addresses.ts';
import { machineSpec } from './machine-spec.ts';

export interface OnFloatingIps {
  floatingIpIds: readonly number[];
}

type Cx = StepContext<OnFloatingIps>;

/** `to`: the server that gets them, if it is on that node. */
export async function moveCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  const moved = await movedAddresses(cx);
  const isMoved = ({ address }: AddressSpec) => moved.some((one) => one.address === address);
  await applyCards(cx, await serversOn(cx, nodeId, to), (serverId, addresses) => [
    ...addresses.filter((one) => !isMoved(one)),
    ...(serverId === to ? moved : []),
  ]);
}

/** As the rows say. */
export async function restoreCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  await applyCards(cx, await serversOn(cx, nodeId, to), (_, addresses) => addresses);
}

type Change = (serverId: number, addresses: NicSpec['addresses']) => NicSpec['addresses'];

async function applyCards(cx: Cx, serverIds: readonly number[], change: Change): Promise<void> {
  const specs: NicSpec[] = [];
  for (const serverId of serverIds) {
    const { nic } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
    specs.push({ ...nic, addresses: change(serverId, nic.addresses) });
  }
  const nics = await cx.engine.network.reassign(specs).catch(refuseUnsupported);
  for (const [i, serverId] of serverIds.entries()) await tellAddresses({ ...cx, input: { serverId } }, nics[i] as Nic);
}

function refuseUnsupported(error: unknown): never {
  if (error instanceof EngineError && error.kind === 'unsupported')
    throw new NonRetryableError('operator', 'This host cannot move addresses between servers.', error.message, error);
  throw error;
}

async function movedAddresses({ db, input }: Cx): Promise<AddressSpec[]> {
  const { rows } = await sql<AddressSpec>`
    select address, prefix, gateway, version from ip_addresses
    where floating_ip_id = any(${[...input.floatingIpIds]}::int[]) order by version, id`.execute(db);
  return rows;
}

/** Those of the node that have some of them now, and the one that gets them; ascending. */
async function serversOn({ db, input }: Cx, nodeId: number, to: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from server_details d
    where d.node_id = ${nodeId} and (d.id = ${to}::int
      or d.id in (select server_id from ip_addresses where floating_ip_id = any(${[...input.floatingIpIds]}::int[])))
    order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
