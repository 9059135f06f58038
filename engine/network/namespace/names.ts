/** Names of the network driver's devices and namespaces. */
import { createHash } from 'node:crypto';

/** Name of the bridge in the namespace that connects the guests' taps. */
export const BRIDGE = 'br0';

/** Returns the name of the installation's namespace, such as `ink-1a2b3c4d`. */
export function namespaceOf(home: string): string {
  return `ink-${hash(home, 8)}`;
}

/** Returns the tap of a machine. Long machine ids are hashed, because device names hold at most 15 characters. */
export function tapOf(machineId: string): string {
  return `tap-${machineId.length <= 11 ? machineId : hash(machineId, 11)}`;
}

/** Returns a locally administered MAC that is stable across restarts, so that guests' ARP entries for the gateway stay valid. */
export function bridgeMac(namespace: string): string {
  return `02:${(hash(namespace, 10).match(/../g) ?? []).join(':')}`;
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
