import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { NO_UPLINK, type Uplink, uplinkProblem } from '@innkeeper/model/uplink';
import type { OperatorCx } from '../context.ts';
import { noNode } from '../nodes/view.ts';
import { networkView } from './view.ts';

/** Replaces the whole setting: what is not said is as it is by default. The node's worker makes it so. */
export async function uplinkNetwork(
  cx: OperatorCx,
  input: OperatorInput<'uplinkNetwork'>,
): Promise<OperatorResult<'uplinkNetwork'>> {
  const { node: name, ...said } = input;
  const uplink: Uplink = { ...NO_UPLINK, ...said };
  const problem = uplinkProblem(uplink);
  if (problem) throw invalid(problem.field, problem.sentence);
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
