/** A server as lines for a person: what it is, its latest workflows, the steps of the last, its latest audit lines. Pure. */
import { seconds } from '@innkeeper/apps/terminal/report';
import type { ShownServer } from '../servers/show.ts';
import { table } from './table.ts';

export function inWords(server: ShownServer): string {
  const { id, hostname, email, status, status_reason, power, machine, lock, plan, image, node, addresses } = server;
  const flags = (['rescue', 'network_suspended'] as const).filter((flag) => server[flag]).join(', ');
  const lines = [
    `Server ${id}: ${hostname}, of ${email}`,
    `  status    ${status}${status_reason ? `: ${status_reason}` : ''}${flags ? ` (${flags})` : ''}`,
    `  power     ${power}; the machine is ${machine}`,
    `  plan      ${plan}: ${server.vcpus} vCPU, ${server.memory_mb} MB, ${server.disk_gb} GB; image ${image}; node ${node}`,
    `  addresses ${addresses.join(', ') || 'none'}`,
    `  lock      ${lock ? `${lock.reason} since ${lock.locked_at.toISOString()}, workflow ${lock.workflow_id} (${lock.state})` : 'none'}`,
    ...server.alerts.map(({ at, message }) => `  alert     ${at.toISOString()} ${message}`),
  ];
  return [lines.join('\n'), workflowsInWords(server), stepsInWords(server), auditInWords(server)].filter(Boolean).join('\n\n');
}

function workflowsInWords({ workflows }: ShownServer): string {
  const rows = workflows.map((one) => [
    ...[String(one.id), one.kind, one.state, one.created_at.toISOString(), one.finished_at?.toISOString() ?? '', one.error ?? ''],
  ]);
  return table(['WORKFLOW', 'KIND', 'STATE', 'FROM', 'TO', 'ERROR'], rows);
}

function stepsInWords({ workflows: [last], steps }: ShownServer): string {
  if (!last) return '';
  const rows = steps.map(({ step, direction, attempts, started_at, finished_at, error }) => [
    ...[direction === 'back' ? `undo ${step}` : step, String(attempts), started_at.toISOString()],
    ...[finished_at ? seconds(finished_at.getTime() - started_at.getTime()) : 'not done', error ?? ''],
  ]);
  return table([`STEP OF ${last.id}`, 'ATTEMPTS', 'FROM', 'TOOK', 'ERROR'], rows);
}

function auditInWords({ audit }: ShownServer): string {
  const rows = audit.map(({ at, actor_kind, actor_id, actor_name, action, details }) => [
    at.toISOString(),
    `${actor_kind} ${actor_id ?? actor_name}`,
    action,
    JSON.stringify(details),
  ]);
  return table(['AUDIT', 'ACTOR', 'ACTION', 'DETAILS'], rows);
}
