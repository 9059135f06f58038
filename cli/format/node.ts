/** Formats nodes. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';
import { table } from '../output/table.ts';

type Node = OperatorReply<'activateNode'>;
type NodeDetails = OperatorReply<'showNode'>;

export function formatNodes(reply: OperatorReply<'listNodes'>): string {
  return formatPage(
    reply,
    {
      NODE: ({ name }) => name,
      STATE: ({ state }) => state,
      WORKER: ({ worker }) => worker,
      ENGINE: ({ engine, accelerator }) => (engine ? `${engine}, ${accelerator}` : 'not seen yet'),
      VCPUS: ({ vcpus }) => `${vcpus.used}/${vcpus.total}`,
      MEMORY: ({ memory_mb }) => `${memory_mb.used}/${memory_mb.total} MB`,
      DISK: ({ disk_gb }) => `${disk_gb.used}/${disk_gb.total} GB`,
    },
    'There are no nodes.',
  );
}

export function formatNode(node: NodeDetails): string {
  const { name, state, engine, accelerator, accelerator_why, worker, seen_at } = node;
  const counts = node.servers.map(({ count, status }) => `${count} ${status}`).join(', ');
  const lines = [
    `Node ${name}: ${state}`,
    `  engine   ${engine ? `${engine}, ${accelerator}: ${accelerator_why}` : 'not seen yet'}`,
    `  worker   ${worker}, last seen ${seen_at ?? 'never'}`,
    `  servers  ${counts || 'none'}`,
  ];
  return [lines.join('\n'), '', formatCapacity(node)].join('\n');
}

export const formatAddedNode = ({ name, warnings }: NodeDetails): string =>
  [`Node ${name} was registered.`, ...warnings].join('\n');

export function formatNodeSet(node: NodeDetails): string {
  return [`Node ${node.name} was changed.`, '', formatCapacity(node)].join('\n');
}

export const formatNodeState = ({ name, state }: Node): string => `Node ${name} is ${state}.`;

/** Formats a drained node with the servers that move, the servers that stay, and the reasons for staying. */
export function formatDrained({ moving, staying, ...node }: OperatorReply<'drainNode'>): string {
  const moves = moving.map(({ server, hostname, to }) => `Server ${server} (${hostname}) is being moved to node ${to}.`);
  const rest = staying.map(({ server, hostname, why }) => `Server ${server} (${hostname}) stays: it ${why}.`);
  return [formatNodeState(node), ...moves, ...rest].join('\n');
}

function formatCapacity({ vcpus, memory_mb, disk_gb, warnings }: NodeDetails): string {
  const named = { VCPUS: vcpus, 'MEMORY, MB': memory_mb, 'DISK, GB': disk_gb };
  const rows = Object.entries(named).map(([name, { measured, setting, overcommit, total, used }]) => [
    ...[name, String(measured), setting === null ? '' : String(setting), String(overcommit)],
    ...[String(total), String(used), String(Math.max(0, total - used))],
  ]);
  const numbers = table(['', 'MEASURED', 'SET', 'OVERCOMMIT', 'TOTAL', 'USED', 'FREE'], rows);
  return [numbers, ...warnings.map((warning) => `\n${warning}`)].join('\n');
}
