/** Defines `./innkeeper alert`. */
import { alerts } from '@innkeeper/contract/operations/alerts.staff';
import { sendTests } from '@innkeeper/engine/alerts/send-tests';
import {
  acknowledgeAlert,
  channelsAlert,
  closeAlert,
  listAlerts,
  notifyAlert,
  recordTest,
  testAlert,
} from '@innkeeper/operations/alerts.staff';
import type { Command } from 'commander';
import { formatAcknowledged, formatAlerts, formatChannels, formatClosedAlert } from './format/alert.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';

export const alertBindings: Bindings<typeof alerts> = {
  listAlerts: { run: inOneTransaction(listAlerts), format: formatAlerts },
  acknowledgeAlert: { run: inOneTransaction(acknowledgeAlert), format: formatAcknowledged },
  closeAlert: { run: inOneTransaction(closeAlert), format: formatClosedAlert },
  channelsAlert: { run: inOneTransaction(channelsAlert), format: formatChannels },
  notifyAlert: {
    async run(installation, input) {
      const sealer = await installation.sealer();
      return installation.commit((cx) => notifyAlert(cx, input, sealer));
    },
    format: formatChannels,
  },
  testAlert: {
    async run(installation) {
      const sealer = await installation.sealer();
      const channels = await installation.commit((cx) => testAlert(cx, sealer));
      const mail = await installation.mail();
      try {
        const results = await sendTests(channels, mail, new Date());
        if (results.some(({ error }) => error !== null)) process.exitCode = 1;
        return { findings: await installation.commit((cx) => recordTest(cx, results)) };
      } finally {
        await mail.close();
      }
    },
    format: formatFindings,
  },
};

export function alertCommand(): Command {
  return nounCommand('alert', 'manage alerts', alerts, alertBindings);
}
