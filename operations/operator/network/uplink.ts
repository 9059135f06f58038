import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { audit } from '@innkeeper/domain/audit';
import { noNode } from '@innkeeper/domain/nodes/find';
import { explainHostAddress } from '@innkeeper/domain/pools/host-addresses';
import { invalid } from '@innkeeper/model/failures';
import { describeHostAddress, findHostAddress } from '@innkeeper/model/node-network';
import { NO_UPLINK, type Uplink, uplinkProblem } from '@innkeeper/model/uplink';
import type { OperatorCx } from '../context.ts';
import { networkView } from './view.ts';

/**
 * Replaces the uplink settings of a node. Omitted fields get their defaults. The node's worker applies the settings.
 *
 * Throws `not_found`, and `validation` with the field, also if the host has or needs an address of the uplink or of the node's pools.
 */
export async function uplinkNetwork(
  cx: OperatorCx,
  input: OperatorInput<'uplinkNetwork'>,
): Promise<OperatorResult<'uplinkNetwork'>> {
  const { node: name, ...said } = input;
  const uplink: Uplink = { ...NO_UPLINK, ...said };
  const problem = uplinkProblem(uplink);
  if (problem) throw invalid(problem.field, problem.sentence);
  await refuseUsed(cx, name, uplink);
  const node = await cx.db
    .updateTable('nodes')
    .set({ uplink: uplink.mode === 'none' ? null : JSON.stringify(uplink), uplink_made_at: null, uplink_error: null })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst();
  if (!node) throw noNode(name);
  await audit(cx, 'uplinkNetwork', { kind: 'node', id: node.id }, { name, uplink: JSON.parse(JSON.stringify(uplink)) });
  return networkView(cx.db, name);
}

async function refuseUsed({ db }: OperatorCx, name: string, uplink: Uplink): Promise<void> {
  if (uplink.mode === 'none') return;
  const node = await db.selectFrom('nodes').select(['id', 'network']).where('name', '=', name).executeTakeFirst();
  const host = node?.network?.host ?? [];
  const find = (text: string) => host.find(({ address }) => address === text.split('/')[0]);
  for (const [i, text] of uplink.addresses.entries()) {
    const used = find(text);
    if (used) throw invalid(`addresses.${i}`, `The host uses ${describeHostAddress(used, name)}. Choose another address.`);
  }
  for (const [i, text] of uplink.gateways.entries()) {
    const used = find(text);
    if (used?.use === 'interface')
      throw invalid(`gateways.${i}`, `The next hop is ${describeHostAddress(used, name)}. Choose another router.`);
  }
  for (const pool of node ? await poolsOfNode(db, node.id) : []) {
    const used = findHostAddress(pool, host);
    if (!used) continue;
    const why = explainHostAddress(pool.cidr, describeHostAddress(used, name));
    throw invalid('mode', `The pool ${pool.name} would cut the host off: ${why} Remove the pool, or exclude the address.`);
  }
}
