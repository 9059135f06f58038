import type { Plan } from '@innkeeper/db/schema';
import { takeAddress } from '@innkeeper/db/tables/ip-addresses';
import { insertServer, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { provideIsos } from '../isos/provide.ts';
import type { Drives } from '../workflows/inputs.ts';
import { placeServers } from './placement.ts';

/** Servers of one plan that are to be. */
export interface ServersWanted {
  plan: Plan;
  names: readonly string[];
  row: Omit<NewServer, 'hostname' | 'node_id' | 'account_id' | 'status' | 'power' | 'holds_capacity'>;
  /** The only node that will do; null: any. */
  nodeId: number | null;
  drives: Drives;
  sshKeys: readonly number[];
}

/**
 * Reserves room on a node and an address for each, until their order is paid or cancelled. Returns their ids. Throws
 * `no_capacity`.
 */
export async function reserveServers(
  cx: MutatingCx<Customer>,
  { plan, names, row, nodeId: only, drives, sshKeys }: ServersWanted,
): Promise<number[]> {
  const { accountId } = cx.actor;
  const nodeIds = await placeServers(cx, { plan, count: names.length, nodeId: only });
  const ids: number[] = [];
  for (const [i, hostname] of names.entries()) {
    const nodeId = nodeIds[i] as number;
    const id = await insertServer(cx.db, {
      ...row,
      account_id: accountId,
      status: 'awaiting_payment',
      power: 'absent',
      hostname,
      node_id: nodeId,
      holds_capacity: true,
    });
    await takeAddress(cx.db, { version: 4, accountId, serverId: id, nodeId, main: true, now: cx.clock.now() });
    await provideIsos(cx, drives, nodeId);
    await linkSshKeys(cx.db, id, sshKeys);
    ids.push(id);
  }
  return ids;
}
