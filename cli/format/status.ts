/** Formats the status of an installation. Pure. */
import type { Status } from '@innkeeper/contract/operator/installation';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import { formatSize } from '../output/size.ts';
import { countServers } from './count-servers.ts';

/** Part of the status that is in the database. */
export type StatusOfDatabase = Pick<Status, 'recovering' | 'servers' | 'workflows' | 'alerts' | 'open_alerts'>;
/** Part of the status that files and processes know. */
export type StatusOfHost = Omit<Status, keyof StatusOfDatabase>;

export function formatStatusOfHost(status: StatusOfHost): string {
  const { state, restarting, healthy, url, pid, public_url, mirrors, home, engine, runtime, accelerator, free_bytes, copy } =
    status;
  const where = {
    ready: `${healthy ? 'up' : 'up, but the API does not answer'} at ${url}`,
    restarting: `restarting: ${restarting.join(', ')}`,
    starting: 'starting',
    down: 'down',
  }[state];
  return [
    `Innkeeper is ${where}${pid ? ` (process ${pid})` : ''}`,
    ...(public_url === null ? [] : [`Public URL ${public_url}`]),
    ...(mirrors.length === 0 ? [] : [`Mirrors    ${mirrors.join(', ')}`]),
    `Home       ${home}`,
    `Space      ${formatSize(free_bytes)} free`,
    ...(copy === null ? [] : [`Copy       ${copy.path}, of ${copy.taken_at} before the upgrade, kept until ${copy.kept_until}`]),
    `Engine     ${engine}${accelerator ? `, ${accelerator.name}: ${accelerator.why}` : ''}`,
    ...(runtime === null ? [] : [`Runtime    ${runtime}`]),
  ].join('\n');
}

export function formatStatusOfDatabase({ recovering, servers, workflows, alerts, open_alerts }: StatusOfDatabase): string {
  const more = open_alerts - alerts.length;
  return [
    ...describeRecovering(recovering),
    `Servers    ${countServers(servers)}`,
    `Workflows  ${workflows.map((row) => `${row.count} ${row.state}`).join(', ') || 'none waiting'}`,
    `Alerts     ${open_alerts || 'none'}`,
    ...alerts.map((alert) => `  ${alert.id}  ${alert.at}  ${alert.kind}: ${alert.message}`),
    ...(more > 0 ? [`  ... and ${more} more: ./innkeeper alert list`] : []),
  ].join('\n');
}

function describeRecovering(recovering: Status['recovering']): string[] {
  if (recovering === null) return [];
  const { since, backup, taken_at } = recovering;
  if (isUpgradeMark(backup)) return [`An upgrade was interrupted at ${since}: nothing changes until ./innkeeper up completes it`];
  return [`Recovering since ${since} from ${backup} of ${taken_at}: nothing changes until ./innkeeper restore finish`];
}
