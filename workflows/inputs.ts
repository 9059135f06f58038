/** What each workflow is told, by kind. Kept apart from the definitions so that the domain needs no engine. */

export type PowerWorkflow = 'server.start' | 'server.restart' | 'server.stop' | 'server.power-off';

export interface WorkflowInputs extends Record<PowerWorkflow, { serverId: number }> {
  'server.deploy': { serverId: number; orderId: number; lineId: number };
}
