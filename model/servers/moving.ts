/** Decides whether a server can move to another node. Refusals are the second half of a sentence: `is running`. */
import { presenceOf } from '../installation/presence.ts';
import type { Uplink } from '../net/uplink.ts';
import { fits, listShortages, type Need, type Room } from './capacity.ts';

export interface MovableServer {
  isLocked: boolean;
  status: string;
  power: string;
  isRescued: boolean;
  /** True if an ISO is in a drive. */
  hasIso: boolean;
  /** An address of the server that only its node can have, if any. */
  boundAddress: string | undefined;
}

/** `live` moves a running server, `stopped` one that is off. */
export type MoveWay = 'live' | 'stopped';

/** Returns how a server in this power state moves. States other than running and stopped cannot move. */
export const wayOf = (power: string): MoveWay => (power === 'running' ? 'live' : 'stopped');

/** Returns why a server can move in none of the given ways, or `undefined` if it can. `from` is the name of its node. */
export function explainStaying(server: MovableServer, ways: readonly MoveWay[], from: string): string | undefined {
  if (server.isLocked) return 'is locked by another workflow: try again when that workflow has ended';
  if (server.status !== 'active' && server.status !== 'suspended') return 'is not built yet';
  if (!isInPower(server.power, ways)) return `is ${server.power}: ${remedyOf(ways)}`;
  if (server.isRescued) return 'is in rescue mode: leave it first';
  if (server.hasIso) return 'has an ISO in a drive: eject it first';
  if (server.boundAddress === undefined) return undefined;
  return `has the address ${server.boundAddress}, which belongs to a pool of node ${from} only`;
}

const isInPower = (power: string, ways: readonly MoveWay[]): boolean =>
  (power === 'running' && ways.includes('live')) || (power === 'stopped' && ways.includes('stopped'));

const remedyOf = (ways: readonly MoveWay[]): string =>
  ways.includes('live')
    ? 'only a running or a stopped server can be moved'
    : 'drain the node with --live to move it while it runs, or stop it first';

export interface LeavableCopies {
  /** Copies of the server on the disk of its node. */
  count: number;
  /** True if they may stay there. */
  leaves: boolean;
}

/** Returns why copies keep a server on its node `from`, or `undefined` if none do. */
export function explainCopies({ count, leaves }: LeavableCopies, from: string): string | undefined {
  if (count === 0 || leaves) return undefined;
  const copies = count === 1 ? 'a copy' : `${count} copies`;
  return `has ${copies} on the disk of node ${from}, which cannot be restored on another one: move it with --leave-copies to leave them there`;
}

export interface MoveNode {
  id: number;
  name: string;
  state: string;
  engine: string;
  accelerator: string;
  seenAt: Date | null;
  /** True if the node filters packets, and thus gives each guest a device of its own. */
  filters: boolean;
  uplink: Pick<Uplink, 'mode' | 'on_link'> | null;
  isLinked: boolean;
}

/** A node to which servers can move, with its free capacity. */
export type MoveTarget = MoveNode & { room: Room };

/** Returns why no running server can leave a node, or `undefined` if one can. */
export function explainSource(node: MoveNode, now: Date): string | undefined {
  if (presenceOf(node, now) !== 'present') return `is on node ${node.name}, whose worker is away`;
  return lackOf(node) && `is on node ${node.name}, which ${lackOf(node)}`;
}

/** Returns why a running server cannot go to a node, as a whole sentence without a full stop, or `undefined` if it can. */
export function explainTarget(
  node: MoveTarget,
  { source, need }: { source: Pick<MoveNode, 'id' | 'name' | 'engine' | 'accelerator' | 'uplink'>; need: Need },
  now: Date,
): string | undefined {
  const { name } = node;
  if (node.id === source.id) return `the server is already on node ${name}`;
  if (node.state !== 'active') return `node ${name} is ${node.state}`;
  if (presenceOf(node, now) !== 'present') return `the worker of node ${name} is away`;
  if (node.engine !== source.engine) return `node ${name} has another engine`;
  if (node.accelerator !== source.accelerator)
    return `node ${name} has the accelerator ${node.accelerator}, and the server runs with ${source.accelerator}`;
  if (lackOf(node)) return `node ${name} ${lackOf(node)}`;
  const [mine, its] = [describeReach(source.uplink), describeReach(node.uplink)];
  if (mine !== its) return `node ${name} ${its}, and node ${source.name} ${mine}: set both to the same uplink`;
  if (fits(need, node.room)) return undefined;
  return `node ${name} has too little ${listShortages(need, node.room).join(' and ')}`;
}

/** Describes how packets reach the guests of a node. A guest that moves between two different ways could not be reached any more. */
function describeReach(uplink: MoveNode['uplink']): string {
  if (uplink === null || uplink.mode === 'none') return 'has no uplink';
  if (uplink.mode === 'nat') return 'has the uplink nat';
  return uplink.on_link ? 'answers for its guests on the link' : 'has the addresses of its guests routed to it';
}

function lackOf({ filters, isLinked }: MoveNode): string | undefined {
  if (!isLinked) return 'has no link to other nodes: set node.listen there';
  return filters ? undefined : 'has no network of its own for its guests, because its worker does not run as root';
}

/** Reason why no server of an installation with one node can move. */
export const NO_OTHER_NODE = 'has no node to move to: there is no other node';

export interface StoppedServer {
  /** Id of its node. */
  nodeId: number;
  need: Need;
  /** True if it has a firewall, so that its node must filter. */
  isFiltered: boolean;
  /** Ids of the other nodes that share a copy store with its node. */
  sharing: readonly number[];
}

/** Returns the nodes to which a stopped server can move, in the given order. */
export function stoppedTargets<T extends MoveTarget>(
  nodes: readonly T[],
  { nodeId, need, isFiltered, sharing }: StoppedServer,
  now: Date,
): T[] {
  return nodes.filter(
    (node) =>
      node.id !== nodeId &&
      node.state === 'active' &&
      // A worker that is away would keep the server locked until it is back.
      presenceOf(node, now) === 'present' &&
      sharing.includes(node.id) &&
      (node.filters || !isFiltered) &&
      fits(need, node.room),
  );
}

export interface UnmovableServer extends Pick<StoppedServer, 'nodeId' | 'sharing'>, Pick<MovableServer, 'status'> {
  /** All nodes, or at least those beside its own. */
  nodes: readonly Pick<MoveNode, 'id'>[];
}

/** Returns why a stopped server cannot move from a node to the only possible one, or by default to any. Each is given by its name. */
export function explainNoStoppedTarget(
  { nodes, nodeId, sharing, status }: UnmovableServer,
  from: string,
  to?: { id: number; name: string },
): string {
  if (nodes.every(({ id }) => id === nodeId)) return NO_OTHER_NODE;
  // A suspended server cannot be started.
  const remedy = status === 'suspended' ? '' : '. Start it and move it while it runs';
  if (sharing.length === 0)
    return `cannot be moved while it is stopped: no other node shares a copy store with node ${from}, such as an S3 server or a common directory${remedy}`;
  if (to === undefined)
    return 'has no node to move to: no node with the same copy store, a running worker and support for its firewalls has enough capacity';
  if (!sharing.includes(to.id))
    return `cannot be moved to node ${to.name} while it is stopped: nodes ${from} and ${to.name} share no copy store${remedy}`;
  return `cannot be moved to node ${to.name}: the node must be active, and needs a running worker, support for its firewalls and enough capacity`;
}
