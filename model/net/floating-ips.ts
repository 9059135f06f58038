/** Floating IPs: their kinds, and when one can be attached to a server. */
import type { ServerStatus } from '../states/server.ts';

/** Kinds of floating IP plans. `field` is the field of a purchase with the quantity. The others select the addresses of the pools. */
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
  /** Node whose servers alone can have the address, or `null` for any node. */
  poolNodeId: number | null;
}

/** Returns a sentence that explains why the floating IP cannot be attached or detached now, or `undefined` if it can. */
export function explainNotMovable({ id, status }: FloatingIpToMove): string | undefined {
  if (status === 'active') return undefined;
  return `Floating IP ${id} is ${status}. Only an active floating IP can be attached or detached.`;
}

export interface TargetServer {
  id: number;
  status: ServerStatus;
  nodeId: number;
  /** Number of floating IPs that are attached or due to be attached. */
  floatingIps: number;
  /** Maximum number of floating IPs. */
  max: number;
}

/** Returns a sentence that explains why a server cannot get `more` floating IPs, or `undefined` if it can. */
export function explainTargetRefusal({ id, status, floatingIps, max }: TargetServer, more: number): string | undefined {
  if (status !== 'active') return `Server ${id} is ${status}. Floating IPs can only be attached to an active server.`;
  if (floatingIps + more <= max) return undefined;
  return `A server can have at most ${max} floating IPs. This request would give it ${floatingIps + more}.`;
}

/** Returns a sentence that explains why the server's node cannot serve the address, or `undefined` if it can. */
export function explainOtherNode({ address, poolNodeId }: FloatingIpToMove, { id, nodeId }: TargetServer): string | undefined {
  if (poolNodeId === null || poolNodeId === nodeId) return undefined;
  return `Floating IP ${address} belongs to a network of another host than server ${id}. Choose a server on the host of the floating IP.`;
}
