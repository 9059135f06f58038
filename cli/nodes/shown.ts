/** A node as the operator sees it: of each resource what there is, what was set, and what is sold of it. Pure. */
import type { Node } from '@innkeeper/db/schema';

export interface ShownResource {
  /** What the machine has. */
  measured: number;
  /** What the operator lets it count as; null: as measured. */
  setting: number | null;
  overcommit: number;
  /** What is sold of it at most. */
  total: number;
  used: number;
}

export interface ShownNode
  extends Pick<Node, 'id' | 'name' | 'state' | 'engine' | 'accelerator' | 'accelerator_why' | 'seen_at'> {
  vcpus: ShownResource;
  memory_mb: ShownResource;
  disk_gb: ShownResource;
}

export function shownNode(node: Node): ShownNode {
  const { id, name, state, engine, accelerator, accelerator_why, seen_at } = node;
  const used = { vcpus: node.vcpus_used, memory: node.memory_mb_used, disk: node.disk_gb_used };
  return {
    ...{ id, name, state, engine, accelerator, accelerator_why, seen_at },
    vcpus: resource(node.vcpus_total, node.vcpus_setting, node.vcpus_overcommit, node.vcpus_offered, used.vcpus),
    memory_mb: resource(
      node.memory_mb_total,
      node.memory_mb_setting,
      node.memory_overcommit,
      node.memory_mb_offered,
      used.memory,
    ),
    disk_gb: resource(node.disk_gb_total, node.disk_gb_setting, node.disk_overcommit, node.disk_gb_offered, used.disk),
  };
}

function resource(measured: number, setting: number | null, overcommit: string, total: number, used: number): ShownResource {
  return { measured, setting, overcommit: Number(overcommit), total, used };
}

const mb = (n: number): string => `${n} MB`;
const gb = (n: number): string => `${n} GB`;

/** What an operator should know of how it stands now, a line each. */
export function warningsOf(node: ShownNode): string[] {
  const resources = [
    { name: 'vCPUs', of: node.vcpus, show: String, harm: undefined },
    { name: 'Memory', of: node.memory_mb, show: mb, harm: 'When guests use all of theirs, the host swaps or ends some of them.' },
    { name: 'Disk', of: node.disk_gb, show: gb, harm: "When the host's disk is full, guests can't write any more." },
  ];
  return resources.flatMap(({ name, of, show, harm }) => {
    const there = Math.min(of.measured, of.setting ?? of.measured);
    const beyond = `${name}: offered ${show(of.total)}, there for it ${show(there)}. ${harm}`;
    const full = `${name}: sold ${show(of.used)}, offered ${show(of.total)}. Nothing new finds room until less is sold.`;
    return [...(harm && of.total > there ? [beyond] : []), ...(of.used > of.total ? [full] : [])];
  });
}
