/** Names of the network driver's devices and namespaces. */
import { createHash } from 'node:crypto';

/** The bridge of the guests' taps, in the namespace. */
export const BRIDGE = 'br0';

/** One per installation: `ink-1a2b3c4d`. */
export function namespaceOf(home: string): string {
  return `ink-${hash(home, 8)}`;
}

/** Device names hold 15 characters at most. */
export function tapOf(machineId: string): string {
  return `tap-${machineId.length <= 11 ? machineId : hash(machineId, 11)}`;
}

/** Locally administered and stable across restarts, so that guests' ARP entries for the gateway stay valid. */
export function bridgeMac(namespace: string): string {
  return `02:${(hash(namespace, 10).match(/../g) ?? []).join(':')}`;
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
