/** Defines the command `./innkeeper node`. */
import { nodes } from '@innkeeper/contract/operations/nodes.staff';
import { activateNode, addNode, drainNode, listNodes, setNode, showNode } from '@innkeeper/operations/nodes.staff';
import type { Command } from 'commander';
import { formatAddedNode, formatDrained, formatNode, formatNodeSet, formatNodeState, formatNodes } from './format/node.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const nodeBindings: Bindings<typeof nodes> = {
  listNodes: { run: inOneTransaction(listNodes), format: formatNodes },
  showNode: { run: inOneTransaction(showNode), format: formatNode },
  addNode: { run: inOneTransaction(addNode), format: formatAddedNode },
  setNode: { run: inOneTransaction(setNode), format: formatNodeSet },
  drainNode: { run: inOneTransaction(drainNode), format: formatDrained },
  activateNode: { run: inOneTransaction(activateNode), format: formatNodeState },
};

export function nodeCommand(): Command {
  return nounCommand('node', 'manage nodes (hosts of servers)', nodes, nodeBindings);
}
