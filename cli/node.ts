/** Defines the command `./innkeeper node`, with the texts that it prints. */
import { nodes } from '@innkeeper/contract/operations/nodes.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { activateNode, addNode, drainNode, listNodes, setNode, showNode, unlinkNode } from '@innkeeper/operations/nodes.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { table } from './output/table.ts';

const COLUMNS: ColumnsOf<'listNodes'> = {
  NODE: ({ name }) => name,
  STATE: (node) => stateOf(node),
  WORKER: ({ worker }) => worker,
  LINK: ({ link }) => link?.address ?? 'none',
  ENGINE: ({ engine, accelerator }) => (engine ? `${engine}, ${accelerator}` : 'not seen yet'),
  VCPUS: ({ vcpus }) => `${vcpus.used}/${vcpus.total}`,
  MEMORY: ({ memory_mb }) => `${memory_mb.used}/${memory_mb.total} MB`,
  DISK: ({ disk_gb }) => `${disk_gb.used}/${disk_gb.total} GB`,
};

type Node = OperatorReply<'activateNode'>;
type NodeDetails = OperatorReply<'showNode'>;

/** Returns the state of a node for people: `draining, live` if running servers move too. */
const stateOf = ({ state, drains_live }: Pick<Node, 'state' | 'drains_live'>): string => (drains_live ? `${state}, live` : state);

function formatNode(node: NodeDetails): string {
  const { name, drain, engine, accelerator, accelerator_why, worker, seen_at, link } = node;
  const counts = node.servers.map(({ count, status }) => `${count} ${status}`).join(', ');
  const lines = [
    `Node ${name}: ${stateOf(node)}`,
    `  engine   ${engine ? `${engine}, ${accelerator}: ${accelerator_why}` : 'not seen yet'}`,
    `  worker   ${worker}, last seen ${seen_at ?? 'never'}`,
    `  link     ${link ? `${link.address}, certificate ${link.certificate}` : 'none'}`,
    `  servers  ${counts || 'none'}`,
  ];
  const drained = drain ? ['', ...formatDrain(drain)] : [];
  return [lines.join('\n'), '', formatCapacity(node), ...drained].join('\n');
}

const formatNodeState = ({ name, state }: Node): string => `Node ${name} is ${state}.`;

/** Formats a drained node with the servers that move, the servers that stay, and the reasons for staying. */
function formatDrained(node: OperatorReply<'drainNode'>): string {
  const next = `Its servers move to other nodes, at most two at a time. See ./innkeeper node show ${node.name}.`;
  return [formatNodeState(node), ...(node.drains_live ? [next] : []), ...formatDrain(node)].join('\n');
}

function formatDrain({ moving, waiting, staying, more }: NonNullable<NodeDetails['drain']>): string[] {
  return [
    ...moving.map(({ server, hostname, to }) => `Server ${server} (${hostname}) is being moved to node ${to}.`),
    ...(waiting > 0 ? [`${waiting === 1 ? '1 server waits' : `${waiting} servers wait`} for the next move.`] : []),
    ...staying.map(({ server, hostname, why }) => `Server ${server} (${hostname}) stays: it ${why}.`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'server stays' : 'servers stay'}.`] : []),
  ];
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

export const nodeBindings: Bindings<typeof nodes> = {
  listNodes: { run: inOneTransaction(listNodes), format: (page) => formatPage(page, COLUMNS, 'There are no nodes.') },
  showNode: { run: inOneTransaction(showNode), format: formatNode },
  addNode: {
    run: inOneTransaction(addNode),
    format: ({ name, warnings }) => [`Node ${name} was registered.`, ...warnings].join('\n'),
  },
  setNode: {
    run: inOneTransaction(setNode),
    format: (node) => [`Node ${node.name} was changed.`, '', formatCapacity(node)].join('\n'),
  },
  drainNode: { run: inOneTransaction(drainNode), format: formatDrained },
  activateNode: { run: inOneTransaction(activateNode), format: formatNodeState },
  unlinkNode: {
    run: inOneTransaction(unlinkNode),
    format: ({ name }) =>
      `Node ${name} has no link any more. Its worker writes a new one when it starts again, unless its database role cannot log in.`,
  },
};

export function nodeCommand(): Command {
  return nounCommand('node', 'manage nodes (hosts of servers)', nodes, nodeBindings);
}
