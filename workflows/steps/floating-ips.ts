/**
 * The network cards of servers of one node get and lose floating IPs, all in one act of the network: at no time has a machine what is
 * another's. Their rows change when the workflow ends, so that "as the rows say" is what was before.
 */

import { EngineError, type GuestAnswer } from '@innkeeper/engine/compute/port';
import type { AddressSpec, Nic, NicSpec } from '@innkeeper/engine/network/port';
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { NonRetryableError } from '../define.ts';
import { seedAddresses, tellGuest } from './addresses.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

export interface OnFloatingIps {
  floatingIpIds: readonly number[];
}

type Cx = StepContext<OnFloatingIps>;

/** `to`: the server that gets them, if it is on that node. */
export async function moveCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  const moved = await movedAddresses(cx);
  const isMoved = ({ address }: AddressSpec) => moved.some((one) => one.address === address);
  await applyCards(cx, moved, await serversOn(cx, nodeId, to), (serverId, addresses) => [
    ...addresses.filter((one) => !isMoved(one)),
    ...(serverId === to ? moved : []),
  ]);
}

/** As the rows say. */
export async function restoreCards(cx: Cx, nodeId: number, to: number | null): Promise<void> {
  await applyCards(cx, await movedAddresses(cx), await serversOn(cx, nodeId, to), (_, addresses) => addresses);
}

type Change = (serverId: number, addresses: NicSpec['addresses']) => NicSpec['addresses'];

/**
 * A guest that gets addresses is told before the network changes, so that it answers from the first packet on: an agent may take seconds, and the
 * addresses work at their former holder until then. Until they are its own, the network drops what the guest sends from them.
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
  for (const card of cards) if (gets(card.spec)) card.answer = await tellGuest(card.on, card.spec, moved);
  const nics = await cx.engine.network.reassign(cards.map(({ spec }) => spec)).catch(refuseUnsupported);
  for (const [i, { on, spec, answer }] of cards.entries())
    await seedAddresses(on, nics[i] as Nic, answer ?? (await tellGuest(on, spec, moved)));
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

/** Those of the node that have some of them now, and the one that gets them; ascending. */
async function serversOn({ db, input }: Cx, nodeId: number, to: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from server_details d
    where d.node_id = ${nodeId} and (d.id = ${to}::int
      or d.id in (select server_id from ip_addresses where floating_ip_id = any(${[...input.floatingIpIds]}::int[])))
    order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
