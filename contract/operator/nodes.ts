import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, factor, listOf, newNodeName, nodeName, paging } from './fields.ts';

/** Of vCPUs, of memory (MB), of disk (GB). */
const NodeResource = z.strictObject({
  /** What the host has. */
  measured: z.int(),
  /** What the operator lets it count as; null: as measured. */
  setting: z.int().nullable(),
  overcommit: z.number(),
  /** What is offered: the most that is sold of it. */
  total: z.int(),
  used: z.int(),
});

const Node = z.strictObject({
  id: Id,
  name: z.string(),
  state: z.string(),
  engine: z.string(),
  accelerator: z.string(),
  accelerator_why: z.string(),
  /** When its worker was last there. */
  seen_at: At.nullable(),
  /** `away`: its worker has not been seen for 30 s, so that nothing is placed on it while another node fits; after five minutes nothing at all. */
  worker: z.enum(['present', 'away', 'unseen']),
  vcpus: NodeResource,
  memory_mb: NodeResource,
  disk_gb: NodeResource,
});

/** With what an operator should know of it now, a sentence each. */
const NodeDetails = Node.extend({
  servers: z.array(z.strictObject({ status: z.string(), count: z.int() })),
  warnings: z.array(z.string()),
});

const capacity = (what: string, most: number) => {
  const sentence = `Must be a whole number from 1 to ${most}, or "measured".`;
  return z
    .union([z.int().min(1, sentence).max(most, sentence), z.literal('measured', sentence)], sentence)
    .optional()
    .meta({ description: `${what}, or "measured": what the host has`, value: 'n' });
};
const overcommit = (what: string) =>
  factor(0.1, 20)
    .optional()
    .meta({ description: `how many times ${what} is sold, 0.1 to 20`, value: 'factor' });

/** `moving`: each by a workflow, which `workflow list` shows. */
const DrainedNode = Node.extend({
  moving: z.array(z.strictObject({ server: Id, hostname: z.string(), to: z.string() })),
  /** `why` goes on from the server: `is running`. */
  staying: z.array(z.strictObject({ server: Id, hostname: z.string(), why: z.string() })),
});

export const nodes = {
  listNodes: operatorOperation({
    resource: 'nodes',
    summary: 'list nodes, with what they offer and what is sold of it',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Node),
    failures: [],
  }),
  showNode: operatorOperation({
    resource: 'nodes',
    summary: 'show a node: what its host has, what was set, and what is sold',
    changes: false,
    args: ['node'],
    input: z.strictObject({ node: nodeName }),
    reply: NodeDetails,
    failures: ['not_found'],
  }),
  addNode: operatorOperation({
    resource: 'nodes',
    summary: 'register a host; nothing is placed on it before its worker has measured it',
    changes: true,
    args: ['node'],
    input: z.strictObject({ node: newNodeName }),
    reply: NodeDetails,
    failures: [],
  }),
  setNode: operatorOperation({
    resource: 'nodes',
    summary: 'set what a node offers: each capacity, times its overcommit; existing servers are not changed',
    changes: true,
    args: ['node'],
    input: z.strictObject({
      node: nodeName,
      capacity_vcpus: capacity('cores', 100_000),
      capacity_memory: capacity('GB of memory', 100_000),
      capacity_disk: capacity('GB of disk', 100_000_000),
      overcommit_vcpus: overcommit('each core'),
      overcommit_memory: overcommit('the memory'),
      overcommit_disk: overcommit('the disk'),
    }),
    reply: NodeDetails,
    failures: ['not_found'],
  }),
  drainNode: operatorOperation({
    resource: 'nodes',
    summary: 'place nothing new on a node, and move its stopped servers to other nodes; running servers stay',
    changes: true,
    args: ['node'],
    input: z.strictObject({ node: nodeName }),
    reply: DrainedNode,
    failures: ['not_found'],
  }),
  activateNode: operatorOperation({
    resource: 'nodes',
    summary: 'place servers on a drained node again',
    changes: true,
    args: ['node'],
    input: z.strictObject({ node: nodeName }),
    reply: Node,
    failures: ['not_found'],
  }),
};
