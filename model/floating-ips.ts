/** Floating IPs: what is sold, and when one can be attached to a server. */
import type { ServerStatus } from './states/server.ts';

/** By the kind of a plan: the field of a purchase that counts them, and what is taken of the pools. */
export const FLOATING_IP_KINDS = {
  ipv4: { field: 'ipv4', version: 4, ddosProtected: false },
  'ipv4-ddos': { field: 'ipv4_ddos', version: 4, ddosProtected: true },
  ipv6: { field: 'ipv6', version: 6, ddosProtected: false },
} as const;

export type FloatingIpKind = keyof typeof FLOATING_IP_KINDS;

export interface FloatingIpToMove {
  id: number;
  address: string;
  status: ServerStatus;
  /** The node whose servers alone can have it; null: every node's. */
  poolNodeId: number | null;
}

/** Why it can't be attached or detached now, as a sentence; undefined: it can. */
export function refusalToMove({ id, status }: FloatingIpToMove): string | undefined {
  if (status === 'active') return undefined;
  return `Floating IP ${id} is ${status}. Only an active floating IP can be attached or detached.`;
}

export interface TargetServer {
  id: number;
  status: ServerStatus;
  nodeId: number;
  /** How many floating IPs it has that stay, or are on their way to it. */
  floatingIps: number;
  /** How many it may have. */
  most: number;
}

/** Why a server can't get so many, as a sentence; undefined: it can. */
export function refusalOfTarget({ id, status, floatingIps, most }: TargetServer, more: number): string | undefined {
  if (status !== 'active') return `Server ${id} is ${status}. Floating IPs can only be attached to an active server.`;
  if (floatingIps + more <= most) return undefined;
  return `A server can have at most ${most} floating IPs. This request would give it ${floatingIps + more}.`;
}

/** Why a server's node can't serve the address, as a sentence; undefined: it can. */
export function refusalOfPlace({ address, poolNodeId }: FloatingIpToMove, { id, nodeId }: TargetServer): string | undefined {
  if (poolNodeId === null || poolNodeId === nodeId) return undefined;
  return `Floating IP ${address} belongs to a network of another host than server ${id}. Choose a server on the host of the floating IP.`;
}
