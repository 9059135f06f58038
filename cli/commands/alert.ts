/** `./innkeeper alert` */
import { alerts } from '@innkeeper/contract/operator/alerts';
import { acknowledgeAlert } from '@innkeeper/operations/operator/alerts/acknowledge';
import { closeAlert } from '@innkeeper/operations/operator/alerts/close';
import { listAlerts } from '@innkeeper/operations/operator/alerts/list';
import type { Command } from 'commander';
import { formatAcknowledged, formatAlerts, formatClosedAlert } from '../format/alert.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const alertBindings: Bindings<typeof alerts> = {
  listAlerts: { run: inOneTransaction(listAlerts), format: formatAlerts },
  acknowledgeAlert: { run: inOneTransaction(acknowledgeAlert), format: formatAcknowledged },
  closeAlert: { run: inOneTransaction(closeAlert), format: formatClosedAlert },
};

export function alertCommand(): Command {
  return nounCommand('alert', 'manage alerts', alerts, alertBindings);
}
