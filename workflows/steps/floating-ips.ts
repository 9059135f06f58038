/**
 * Moves floating IPs between the network cards of one node's servers. One atomic change of the network moves all of them, so two machines
 * never have the same address. The rows change only when the workflow ends, so an undo restores the state in the rows.
 */

import type { GuestAnswer } from '@innkeeper/engine/compute/port';
import { EngineError } from '@innkeeper/engine/error';
import type { AddressSpec, Nic, NicSpec } from '@innkeeper/engine/nic';
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { NonRetryableError } from '../define.ts';
import { configureGuest, seedAddresses } from './addresses.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

export interface OnFloatingIps {
  floatingIpIds: readonly number[];
}

type Cx = StepContext<OnFloatingIps>;

/**
 * Moves the floating IPs to the card of server `to`, if that server is on this node. Removes them from the cards of all other servers of
 * the node.
 */
export async function moveCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  const moved = await movedAddresses(cx);
  const isMoved = ({ address }: AddressSpec) => moved.some((one) => one.address === address);
  await applyCards(cx, moved, await serversOn(cx, nodeId, to), (serverId, addresses) => [
    ...addresses.filter((one) => !isMoved(one)),
    ...(serverId === to ? moved : []),
  ]);
}

/** Restores the addresses of the cards from the rows. */
export async function restoreCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  await applyCards(cx, await movedAddresses(cx), await serversOn(cx, nodeId, to), (_, addresses) => addresses);
}

type Change = (serverId: number, addresses: NicSpec['addresses']) => NicSpec['addresses'];

/**
 * Applies changed addresses to the cards of servers.
 *
 * A guest that gets addresses is configured before the network changes, so that it answers the first packet. Its agent may take seconds,
 * during which the addresses still work at their previous server. Packets that the guest sends from the new addresses before the change are
 * dropped by the network.
 */
async function applyCards(cx: Cx, moved: readonly AddressSpec[], serverIds: readonly number[], change: Change): Promise<void> {
  const cards: { on: StepContext<OnServer>; spec: NicSpec; answer: GuestAnswer | null }[] = [];
  for (const serverId of serverIds) {
    const { nic } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
    cards.push({
      on: { ...cx, input: { serverId } },
      spec: { ...nic, addresses: change(serverId, nic.addresses) },
      answer: null,
    });
  }
  const gets = ({ addresses }: NicSpec) => addresses.some(({ address }) => moved.some((one) => one.address === address));
  for (const card of cards) if (gets(card.spec)) card.answer = await configureGuest(card.on, card.spec, moved);
  const nics = await cx.engine.network.reassign(cards.map(({ spec }) => spec)).catch(refuseUnsupported);
  for (const [i, { on, spec, answer }] of cards.entries())
    await seedAddresses(on, nics[i] as Nic, answer ?? (await configureGuest(on, spec, moved)));
}

function refuseUnsupported(error: unknown): never {
  if (error instanceof EngineError && error.kind === 'unsupported')
    throw new NonRetryableError(
      'operator',
      'The host of this server does not support moving addresses between servers.',
      error.message,
      error,
    );
  throw error;
}

async function movedAddresses({ db, input }: Cx): Promise<AddressSpec[]> {
  const { rows } = await sql<AddressSpec>`
    select address, prefix, gateway, version from ip_addresses
    where floating_ip_id = any(${[...input.floatingIpIds]}::int[]) order by version, id`.execute(db);
  return rows;
}

/** Lists the ids of the node's servers that have some of the floating IPs, and the id of `to` if it is on the node. Ascending. */
async function serversOn({ db, input }: Cx, nodeId: number, to: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from server_details d
    where d.node_id = ${nodeId} and (d.id = ${to}::int
      or d.id in (select server_id from ip_addresses where floating_ip_id = any(${[...input.floatingIpIds]}::int[])))
    order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
