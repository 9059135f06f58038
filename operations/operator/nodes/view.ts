/** A node as shown to the operator, with the measured, configured and sold amount of each resource. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import type { Node } from '@innkeeper/db/schema';
import { presenceOf } from '@innkeeper/model/presence';
import type { OperatorCx } from '../context.ts';

type NodeResource = OperatorReply<'listNodes'>['data'][number]['vcpus'];

export function nodeView(node: Node, now: Date) {
  const { id, name, state, engine, accelerator, accelerator_why, seen_at } = node;
  return {
    id,
    name,
    state,
    engine,
    accelerator,
    accelerator_why,
    seen_at,
    worker: workerOf(node, now),
    vcpus: resource(node.vcpus_total, node.vcpus_setting, node.vcpus_overcommit, node.vcpus_offered, node.vcpus_used),
    memory_mb: resource(
      node.memory_mb_total,
      node.memory_mb_setting,
      node.memory_overcommit,
      node.memory_mb_offered,
      node.memory_mb_used,
    ),
    disk_gb: resource(node.disk_gb_total, node.disk_gb_setting, node.disk_overcommit, node.disk_gb_offered, node.disk_gb_used),
  };
}

function workerOf({ seen_at: seenAt }: Pick<Node, 'seen_at'>, now: Date): OperatorReply<'activateNode'>['worker'] {
  if (seenAt === null) return 'unseen';
  return presenceOf({ seenAt }, now) === 'present' ? 'present' : 'away';
}

type NodeView = ReturnType<typeof nodeView>;

function resource(measured: number, setting: number | null, overcommit: string, total: number, used: number): NodeResource {
  return { measured, setting, overcommit: Number(overcommit), total, used };
}

/** Returns a node with its number of servers by status, and warnings. */
export async function nodeDetails({ db, clock }: Pick<OperatorCx, 'db' | 'clock'>, node: Node) {
  const servers = await db
    .selectFrom('servers')
    .select((eb) => ['status', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('node_id', '=', node.id)
    .where('status', '!=', 'terminated')
    .groupBy('status')
    .orderBy('status')
    .execute();
  const view = nodeView(node, clock.now());
  return { ...view, servers, warnings: [...workerWarnings(view), ...warningsOf(view)] };
}

const mb = (n: number): string => `${n} MB`;
const gb = (n: number): string => `${n} GB`;

function workerWarnings({ name, seen_at, worker }: NodeView): string[] {
  if (seen_at && worker === 'present') return [];
  if (seen_at)
    return [
      `The worker of this node has not reported since ${seen_at.toISOString()}. New servers are placed on other nodes if possible, and after 5 minutes always.`,
    ];
  return [`No worker has served this node yet. Start one on its host: DATABASE_URL=... ./innkeeper worker --node ${name}`];
}

/** Returns warnings about the current state of a node, one sentence each. */
export function warningsOf(node: Pick<NodeView, 'vcpus' | 'memory_mb' | 'disk_gb'>): string[] {
  const resources = [
    { name: 'vCPUs', of: node.vcpus, format: String, harm: undefined },
    {
      name: 'Memory',
      of: node.memory_mb,
      format: mb,
      harm: 'If guests use all of their memory, the host swaps or kills some of them.',
    },
    { name: 'Disk', of: node.disk_gb, format: gb, harm: 'If the disk of the host is full, guests can no longer write.' },
  ];
  return resources.flatMap(({ name, of, format, harm }) => {
    const available = Math.min(of.measured, of.setting ?? of.measured);
    const beyond = `${name}: offered ${format(of.total)}, available ${format(available)}. ${harm}`;
    const full = `${name}: sold ${format(of.used)}, offered ${format(of.total)}. New servers are placed elsewhere until less is sold.`;
    return [...(harm && of.total > available ? [beyond] : []), ...(of.used > of.total ? [full] : [])];
  });
}
