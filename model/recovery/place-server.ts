/**
 * Decides whether staff may set a server's row to another node after a restore. The server moved after the backup, so its row names the old
 * node, whose worker finds no machine. Its guest runs on the new node, whose worker has opened an alert.
 */
import type { ServerStatus } from '../states/server.ts';
import type { ServerPower } from '../states/server-power.ts';

export interface MisplacedServer {
  id: number;
  status: ServerStatus;
  /** Power state in the row, where the worker of its node writes what it finds. */
  power: ServerPower;
  /** Name of the node in the row. */
  node: string;
  /** Keys of the open alerts about guests without a server on their node. */
  unknownGuests: readonly string[];
  /** Address from a pool that only the node in the row has. */
  addressOfNode: string | undefined;
}

/** Returns the key of the alert of node `node` about the guest of a server that its row places elsewhere. */
export const unknownGuestKey = (node: string, id: number): string => `${node}/server:${id}`;

/** Returns why the unlocked server cannot be placed on node `to`, or `null` if it can. */
export function explainNotPlaced(server: MisplacedServer, to: string): string | null {
  const { id, status, power, node, unknownGuests, addressOfNode } = server;
  if (node === to) return `Server ${id} is already on node ${to}.`;
  if (status !== 'active' && status !== 'suspended')
    return `Server ${id} is ${status}. Only an active or suspended server can be placed.`;
  if (!unknownGuests.includes(unknownGuestKey(to, id)))
    return `The worker of node ${to} has not reported the guest of server ${id}: it has no open alert guest_unknown. The guest must run there.`;
  if (power !== 'absent')
    return `The worker of node ${node} has not found the machine of server ${id} absent: its power state is ${power}.`;
  if (addressOfNode !== undefined)
    return `Server ${id} has the address ${addressOfNode}, which belongs to a pool of node ${node} only.`;
  return null;
}
