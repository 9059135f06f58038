/** Formats the status of an installation. Pure. */
import type { Status } from '@innkeeper/contract/operator/installation';
import { countServers } from './count-servers.ts';

export function formatStatus(status: Status): string {
  const {
    state,
    restarting,
    healthy,
    url,
    pid,
    public_url,
    mirrors,
    home,
    engine,
    runtime,
    accelerator,
    servers,
    workflows,
    alerts,
    recovering,
  } = status;
  const where = {
    ready: `${healthy ? 'up' : 'up, but the API does not answer'} at ${url}`,
    restarting: `restarting: ${restarting.join(', ')}`,
    starting: 'starting',
    down: 'down',
  }[state];
  const more = status.open_alerts - alerts.length;
  return [
    `Innkeeper is ${where}${pid ? ` (process ${pid})` : ''}`,
    ...(recovering === null
      ? []
      : [
          `Recovering since ${recovering.since} from ${recovering.backup} of ${recovering.taken_at}: nothing changes until ./innkeeper restore finish`,
        ]),
    ...(public_url === null ? [] : [`Public URL ${public_url}`]),
    ...(mirrors.length === 0 ? [] : [`Mirrors    ${mirrors.join(', ')}`]),
    `Home       ${home}`,
    `Engine     ${engine}${accelerator ? `, ${accelerator.name}: ${accelerator.why}` : ''}`,
    ...(runtime === null ? [] : [`Runtime    ${runtime}`]),
    `Servers    ${countServers(servers)}`,
    `Workflows  ${workflows.map((row) => `${row.count} ${row.state}`).join(', ') || 'none waiting'}`,
    `Alerts     ${status.open_alerts || 'none'}`,
    ...alerts.map((alert) => `  ${alert.id}  ${alert.at}  ${alert.kind}: ${alert.message}`),
    ...(more > 0 ? [`  ... and ${more} more: ./innkeeper alert list`] : []),
  ].join('\n');
}
