/** What each workflow is told, by kind. Kept apart from the definitions so that the domain needs no engine. */

export type PowerWorkflow = 'server.start' | 'server.restart' | 'server.stop' | 'server.power-off';

export interface WorkflowInputs extends Record<PowerWorkflow, { serverId: number }> {
  'server.deploy': { serverId: number; orderId: number; lineId: number };
  /** `hash`: crypt(3). */
  'server.set-password': { serverId: number; hash: string; reboot: boolean };
  'server.set-hostname': { serverId: number; hostname: string; before: string; reboot: boolean };
  /** Ids of keys. */
  'server.set-ssh-keys': { serverId: number; new: number[]; old: number[]; reboot: false };
}
