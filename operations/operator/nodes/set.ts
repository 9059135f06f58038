import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { noNode } from '@innkeeper/domain/nodes/find';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';
import { nodeDetails } from './view.ts';

/** Sets the capacity that a node offers. Sold capacity stays sold, even if it exceeds the new offer. */
export async function setNode(cx: OperatorCx, input: OperatorInput<'setNode'>): Promise<OperatorResult<'setNode'>> {
  const fields = namedFields({
    vcpus_setting: settingOf(input.capacity_vcpus),
    memory_mb_setting: settingOf(input.capacity_memory, 1024),
    disk_gb_setting: settingOf(input.capacity_disk),
    vcpus_overcommit: input.overcommit_vcpus,
    memory_overcommit: input.overcommit_memory,
    disk_overcommit: input.overcommit_disk,
  });
  const node = await cx.db.updateTable('nodes').set(fields).where('name', '=', input.node).returningAll().executeTakeFirst();
  if (!node) throw noNode(input.node);
  await audit(cx, 'setNode', { kind: 'node', id: node.id }, { name: input.node, ...fields });
  return nodeDetails(cx, node);
}

/** Returns the value of the column. `null` stands for the measured capacity. */
function settingOf(capacity: number | 'measured' | undefined, unit = 1): number | null | undefined {
  return capacity === 'measured' ? null : capacity && capacity * unit;
}
