import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, factor, listOf, newNodeName, nodeName, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

/** Capacity of a node: vCPUs, memory in MB, or disk in GB. */
const NodeResource = z.strictObject({
  /** Amount that the host has. */
  measured: z.int(),
  /** Amount set by the operator, or `null` for the measured one. */
  setting: z.int().nullable(),
  overcommit: z.number(),
  /** Amount that can be sold. */
  total: z.int(),
  used: z.int(),
});

/** Address at which the worker of a node listens for the workers of other nodes (`node.listen`), and its certificate. */
const NodeLink = z.strictObject({
  /** Address and port. */
  address: z.string(),
  /** SHA-256 of the worker's certificate in hexadecimal. */
  certificate: z.string(),
});

const Node = z.strictObject({
  id: Id,
  name: z.string(),
  state: z.string(),
  /** True if a job moves all servers of the draining node to other nodes, running ones without a stop. */
  drains_live: z.boolean(),
  engine: z.string(),
  accelerator: z.string(),
  accelerator_why: z.string(),
  /** Time at which the worker was last seen. */
  seen_at: At.nullable(),
  /**
   * `away` if the worker was not seen for 30 s: the node gets new servers only if no other node fits. After five minutes it
   * gets none.
   */
  worker: z.enum(['present', 'away', 'unseen']),
  /** `null` if the node is not linked: consoles of its servers are unavailable, and it fetches no images. */
  link: NodeLink.nullable(),
  vcpus: NodeResource,
  memory_mb: NodeResource,
  disk_gb: NodeResource,
});

const MovingServer = z.strictObject({ server: Id, hostname: z.string(), to: z.string() });

/** `why` continues a sentence about the server, such as `is running`. */
const StayingServer = z.strictObject({ server: Id, hostname: z.string(), why: z.string() });

/** Servers of a draining node. `moving` and `staying` have at most 50 servers each, and `more` counts the others of `staying`. */
const Drain = z.strictObject({
  moving: z.array(MovingServer),
  /** Number of servers that move when the moves before them have ended. */
  waiting: z.int(),
  staying: z.array(StayingServer),
  more: z.int(),
});

/** A node with warnings for the operator, one sentence each. */
const NodeDetails = Node.extend({
  /** `null` unless the node is draining. */
  drain: Drain.nullable(),
  servers: z.array(z.strictObject({ status: z.string(), count: z.int() })),
  warnings: z.array(z.string()),
});

const capacity = (what: string, max: number) => {
  const sentence = `Must be a whole number from 1 to ${max}, or "measured".`;
  return z
    .union([z.int().min(1, sentence).max(max, sentence), z.literal('measured', sentence)], sentence)
    .optional()
    .meta({ description: `${what}, or "measured" for the value of the host`, value: 'n' });
};
const overcommit = (what: string) =>
  factor(0.1, 20)
    .optional()
    .meta({ description: `overcommit factor of ${what}, 0.1 to 20`, value: 'factor' });

/** A drained node. Without `live` the request itself starts all moves, and lists all servers that stay. */
const DrainedNode = Node.extend(Drain.shape);

export const nodes = {
  listNodes: staffOperation({
    method: 'GET',
    path: '/operator/nodes',
    command: 'node list',
    roles: ['support', 'technical'],
    resource: 'nodes',
    summary: 'list nodes with their capacity and sold resources',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Node),
    failures: [],
  }),
  showNode: staffOperation({
    method: 'GET',
    path: '/operator/nodes/{node}',
    command: 'node show',
    args: ['node'],
    roles: ['support', 'technical'],
    resource: 'nodes',
    summary: 'show a node: resources of its host, settings, sold resources, and why servers stay on a draining node',
    changes: false,
    input: z.strictObject({ node: nodeName }),
    reply: NodeDetails,
    failures: ['not_found'],
  }),
  addNode: staffOperation({
    method: 'POST',
    path: '/operator/nodes',
    command: 'node add',
    args: ['node'],
    roles: ['technical'],
    status: 201,
    resource: 'nodes',
    summary: 'register a host; it gets servers once its worker has measured it',
    changes: true,
    input: z.strictObject({ node: newNodeName }),
    reply: NodeDetails,
    failures: [],
  }),
  setNode: staffOperation({
    method: 'PATCH',
    path: '/operator/nodes/{node}',
    command: 'node set',
    args: ['node'],
    roles: ['technical'],
    resource: 'nodes',
    summary: 'set the capacity and overcommit of a node; existing servers keep running',
    changes: true,
    input: z.strictObject({
      node: nodeName,
      capacity_vcpus: capacity('number of cores', 100_000),
      capacity_memory: capacity('GB of memory', 100_000),
      capacity_disk: capacity('GB of disk', 100_000_000),
      overcommit_vcpus: overcommit('the cores'),
      overcommit_memory: overcommit('the memory'),
      overcommit_disk: overcommit('the disk'),
    }),
    reply: NodeDetails,
    failures: ['not_found'],
  }),
  drainNode: staffOperation({
    method: 'POST',
    path: '/operator/nodes/{node}/drain',
    command: 'node drain',
    args: ['node'],
    roles: ['technical'],
    resource: 'nodes',
    summary: 'place nothing new on a node, and move its stopped servers, or all of them, to other nodes',
    changes: true,
    input: z.strictObject({
      node: nodeName,
      live: z
        .boolean()
        .default(false)
        .meta({ description: 'also move running servers, without a stop; at most two servers move at a time' }),
    }),
    reply: DrainedNode,
    failures: ['not_found'],
  }),
  activateNode: staffOperation({
    method: 'POST',
    path: '/operator/nodes/{node}/activate',
    command: 'node activate',
    args: ['node'],
    roles: ['technical'],
    resource: 'nodes',
    summary: 'place servers on a drained node again; moves in progress end',
    changes: true,
    input: z.strictObject({ node: nodeName }),
    reply: Node,
    failures: ['not_found'],
  }),
  unlinkNode: staffOperation({
    method: 'DELETE',
    path: '/operator/nodes/{node}/link',
    command: 'node unlink',
    args: ['node'],
    roles: ['technical'],
    resource: 'nodes',
    summary: 'end the link of a node to the others, until its worker starts again',
    changes: true,
    input: z.strictObject({ node: nodeName }),
    reply: Node,
    failures: ['not_found', 'wrong_state'],
  }),
};
