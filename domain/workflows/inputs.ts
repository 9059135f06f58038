/** What each workflow is told, by kind. Kept apart from the definitions so that the domain needs no engine. */

import type { RescueSeed } from '@innkeeper/db/schema';

export type PowerWorkflow = 'server.start' | 'server.restart' | 'server.stop' | 'server.power-off';

export interface ServerSize {
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** Whether its vCPUs are cores of their own; a workflow of before was told nothing, and its server is counted as sharing them. */
  dedicated?: boolean;
}

/** What a server becomes, and what its order was for. Cents as text, since JSON knows no bigint. */
export interface Scale {
  serverId: number;
  wasOff: boolean;
  from: ServerSize;
  to: ServerSize & { planId: number; networkSpeedMbps: number; bandwidthTb: number; renewPrice: string };
  /** Held of the node for it, besides what the server holds; `vcpus` share cores. */
  held: Omit<ServerSize, 'dedicated'> & { dedicatedVcpus?: number };
  orderId: number;
  lineId: number;
  /** Given to the balance once the server is smaller. */
  refund: { net: string; vat: string } | null;
}

/** What is in a server's drives, by id, and whether its next start boots the primary one. */
export interface Drives {
  primary: number | null;
  secondary: number | null;
  bootIso: boolean;
}

export interface WorkflowInputs extends Record<PowerWorkflow, { serverId: number }> {
  /** `afterHost`: nobody has asked for it; its host was down. */
  'server.start': { serverId: number; afterHost?: true };
  'server.start-after-crash': { serverId: number };
  'server.deploy': { serverId: number; orderId: number; lineId: number };
  /** `hash`: crypt(3). */
  'server.set-password': { serverId: number; hash: string; reboot: boolean };
  'server.set-hostname': { serverId: number; hostname: string; before: string; reboot: boolean };
  /** Ids of keys. */
  'server.set-ssh-keys': { serverId: number; new: number[]; old: number[]; reboot: false };
  /** `wasOff`: the server was off when it was ordered, and stays so when it can't be done. */
  'server.enable-rescue': { serverId: number; seed: RescueSeed; wasOff: boolean };
  'server.disable-rescue': { serverId: number; seed: RescueSeed; wasOff: boolean };
  'server.set-media': { serverId: number; new: Drives; old: Drives };
  /** Whether the network card's cable is in. */
  'server.set-link': { serverId: number; up: boolean };
  'server.scale': Scale;
  'iso.download': { isoId: number };
  /** Its row is gone already. */
  'iso.remove': { isoId: number };
  'server.snapshot': { serverId: number; copyId: number };
  'server.backup': { serverId: number; copyId: number };
  /** `wasOff`: the server was off when it was ordered, and stays so when it can't be done. */
  'server.restore': { serverId: number; copyId: number; wasOff: boolean };
  /** `passwordHash`: crypt(3). */
  'server.reinstall': {
    serverId: number;
    imageId: number;
    passwordHash: string | null;
    sshKeyIds: number[];
    startupScript: string | null;
    wasOff: boolean;
  };
  'copy.delete': { copyId: number };
}
