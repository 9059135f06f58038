/** Decides which servers of a draining node move next, and why the others stay. Reasons are the second half of a sentence. */
import { hours, minutes } from '../time/clock.ts';
import {
  explainCopies,
  explainNoStoppedTarget,
  explainSource,
  explainStaying,
  explainTarget,
  type MovableServer,
  type MoveTarget,
  NO_OTHER_NODE,
  type StoppedServer,
  stoppedTargets,
  wayOf,
} from './moving.ts';

/** Number of servers that a node hands over at a time. More would only share its network, and each stays locked for longer. */
export const MAX_MOVES_OF_NODE = 2;

const FIRST_PAUSE_MS = minutes(10);
const MAX_PAUSE_MS = hours(6);

/** Maximum number of nodes and of characters of an error that a reason names. */
const MAX_NODES_NAMED = 3;
const MAX_ERROR_LENGTH = 300;

/** Last moves of a server from its node, newest first. */
export interface EndedMove {
  workflow: number;
  hasFailed: boolean;
  endedAt: Date;
  /** Cause of the failure. */
  error: string;
}

export interface DrainedServer extends MovableServer, Pick<StoppedServer, 'need' | 'isFiltered'> {
  id: number;
  hostname: string;
  /** Copies of the server on the disk of its node. */
  copies: number;
  /** Workflow that has locked the server, with the name of the node to which it moves the server, if it does. */
  lock: { workflow: number; kind: string; to: string | null } | null;
  endedMoves: readonly EndedMove[];
}

export interface Drain {
  source: MoveTarget;
  /** True if running servers move too. */
  isLive: boolean;
  /** All nodes, in the order of preference. */
  nodes: readonly MoveTarget[];
  /** Ids of the nodes that share a copy store with the source. */
  sharing: readonly number[];
}

export type Fate = { kind: 'moving'; to: string; workflow: number } | { kind: 'ready' } | { kind: 'staying'; why: string };

/** Maximum number of servers in each list for people. */
const MAX_LISTED = 50;

export interface DrainSummary {
  moving: { server: number; hostname: string; to: string }[];
  /** Number of servers that move later. */
  waiting: number;
  staying: { server: number; hostname: string; why: string }[];
  /** Number of staying servers that are not listed. */
  more: number;
}

/** Returns the servers that move and stay, at most 50 of each, and counts the others. */
export function summarizeFates(fates: readonly (Fate & { id: number; hostname: string })[]): DrainSummary {
  const named = <F extends { id: number; hostname: string }>({ id, hostname }: F) => ({ server: id, hostname });
  const staying = fates.flatMap((fate) => (fate.kind === 'staying' ? [{ ...named(fate), why: fate.why }] : []));
  return {
    moving: fates.flatMap((fate) => (fate.kind === 'moving' ? [{ ...named(fate), to: fate.to }] : [])).slice(0, MAX_LISTED),
    waiting: fates.filter(({ kind }) => kind === 'ready').length,
    staying: staying.slice(0, MAX_LISTED),
    more: Math.max(0, staying.length - MAX_LISTED),
  };
}

/** Returns whether a server moves, can move, or stays. */
export function fateOf(server: DrainedServer, drain: Drain, now: Date): Fate {
  const { lock } = server;
  if (lock !== null && lock.to !== null) return { kind: 'moving', to: lock.to, workflow: lock.workflow };
  const why = lock !== null ? `is locked by workflow ${lock.workflow} (${lock.kind})` : explainStay(server, drain, now);
  return why === undefined ? { kind: 'ready' } : { kind: 'staying', why };
}

function explainStay(server: DrainedServer, drain: Drain, now: Date): string | undefined {
  const { source, isLive, nodes, sharing } = drain;
  const { power, need, isFiltered, endedMoves } = server;
  if (power === 'running' && !isLive) return `is running: drain the node with --live, or stop the server`;
  const staying = explainStaying(server, ['live', 'stopped'], source.name);
  if (staying !== undefined) return staying;
  // Without `live` only the command moves servers. It leaves copies behind, so they are no reason.
  const copies = isLive ? explainCopies({ count: server.copies, leaves: false }, source.name) : undefined;
  if (copies !== undefined) return copies;
  if (wayOf(power) === 'live') {
    const refusal = explainSource(source, now) ?? explainNoTarget(server, drain, now);
    if (refusal !== undefined) return refusal;
  } else if (stoppedTargets(nodes, { nodeId: source.id, need, isFiltered, sharing }, now).length === 0)
    return explainNoStoppedTarget({ nodes, nodeId: source.id, sharing, status: server.status }, source.name);
  if (!isLive) return `is stopped and can move now: run ./innkeeper node drain ${source.name} again`;
  return explainPause(endedMoves, now);
}

/** Returns why no node takes a running server, or `undefined` if one does. */
function explainNoTarget({ need }: DrainedServer, { source, nodes }: Drain, now: Date): string | undefined {
  const refusals: string[] = [];
  for (const node of nodes) {
    if (node.id === source.id) continue;
    const refusal = explainTarget(node, { source, need }, now);
    if (refusal === undefined) return undefined;
    refusals.push(refusal);
  }
  if (refusals.length === 0) return NO_OTHER_NODE;
  const more = refusals.length - MAX_NODES_NAMED;
  const named = refusals.slice(0, MAX_NODES_NAMED);
  return `has no node to move to: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}`;
}

/** Returns why a server waits after failed moves, or `undefined` if it may be tried. */
function explainPause(moves: readonly EndedMove[], now: Date): string | undefined {
  const [last] = moves;
  if (!last?.hasFailed) return undefined;
  const firstSuccess = moves.findIndex(({ hasFailed }) => !hasFailed);
  const failures = firstSuccess === -1 ? moves.length : firstSuccess;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  const nextAt = new Date(last.endedAt.getTime() + pauseMs);
  if (nextAt <= now) return undefined;
  const error = last.error.length > MAX_ERROR_LENGTH ? `${last.error.slice(0, MAX_ERROR_LENGTH)}…` : last.error;
  return `was not moved by workflow ${last.workflow}: ${error}. It is tried again after ${nextAt.toISOString()}`;
}
