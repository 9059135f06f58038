/**
 * Decides whether staff may end a server whose machine is lost.
 *
 * A disk that is not mounted looks like a lost one: its mount point is an empty directory, or is missing. So the worker of the server's
 * node must have found the machine absent, and other machines beside it. Only after a restore on a new host there may be none.
 *
 * A server that moved after the backup is absent on its old node only. The worker of the new node has opened an alert for its guest.
 */
import { presenceOf } from '../installation/presence.ts';
import type { ServerStatus } from '../states/server.ts';
import type { ServerPower } from '../states/server-power.ts';

/** Directory with the machines of a node. */
export interface MachinesDirectory {
  path: string;
  /** File system of the directory, such as `/dev/sdb1 (ext4) at /srv`. `null` if the directory is missing. */
  fileSystem: string | null;
  /** Number of machines in the directory. */
  machines: number;
}

export interface LostServer {
  id: number;
  status: ServerStatus;
  /** Power state in the row, where the worker of its node writes what it finds. */
  power: ServerPower;
  node: string;
  /** Last beat of the node's worker, or `null` if the node never had a worker. */
  seenAt: Date | null;
  /** True if a restore was finished after the server's order. */
  wasRestored: boolean;
  /** True if the worker of another node has reported the guest of the server. */
  runsElsewhere: boolean;
  /** Machine and directory, read on this host just now. `null` if the server is on another node, whose worker checks the same. */
  here: { machine: string; directory: MachinesDirectory } | null;
}

/** Returns why staff may not end the unlocked server, or `null` if they may. */
export function explainNotLost(server: LostServer, now: Date): string | null {
  const { id, status, power, node, seenAt, wasRestored, runsElsewhere, here } = server;
  if (status !== 'active' && status !== 'suspended')
    return `Server ${id} is ${status}. Only an active or suspended server can have lost its machine.`;
  if (runsElsewhere) return explainElsewhere(id);
  if (presenceOf({ seenAt }, now) !== 'present')
    return `The worker of node ${node} is away, and only it can find the machine absent. Start it first.`;
  if (here !== null && here.machine !== 'absent')
    return `The machine of server ${id} exists in ${here.directory.path}: it is ${here.machine}.`;
  if (power !== 'absent')
    return `The worker of node ${node} has not found the machine of server ${id} absent: its power state is ${power}.`;
  return here && doubtLoss(here.directory, wasRestored);
}

/** Returns why a server is not lost although its machine is absent on its node. */
export const explainElsewhere = (id: number): string =>
  `The guest of server ${id} runs on another node: see its alert guest_unknown, and set it to that node with ./innkeeper server place ${id}. The end would give its addresses to other servers.`;

/** Returns why an absent machine may be on a disk that is not mounted, or `null` if it is lost. */
export function doubtLoss({ path, fileSystem, machines }: MachinesDirectory, wasRestored: boolean): string | null {
  if (fileSystem === null) return `The directory ${path} is missing. Mount the disk of the machines first.`;
  if (machines > 0 || wasRestored) return null;
  return `The directory ${path} (file system ${fileSystem}) has no machine at all, and no restore was finished since the order. Mount the disk of the machines first.`;
}
