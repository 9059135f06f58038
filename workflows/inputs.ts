/** What each workflow is told, by kind. Kept apart from the definitions so that the domain needs no engine. */
export interface WorkflowInputs {
  'server.deploy': { serverId: number; orderId: number };
  'server.power': { serverId: number; act: 'boot' | 'reboot' | 'shutdown' | 'cut' };
}
