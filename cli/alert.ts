/** Defines `./innkeeper alert`, with the texts that it prints. */
import { alerts } from '@innkeeper/contract/operations/alerts.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
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
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAlerts'> = {
  ALERT: ({ id }) => id,
  SINCE: ({ at }) => at,
  KIND: ({ kind }) => kind,
  OF: ({ resource }) => (resource ? `${resource.kind} ${resource.id}` : ''),
  STATE: stateOf,
  MESSAGE: ({ message }) => message,
};

type Alert = OperatorReply<'closeAlert'>;

function stateOf({ resolved_at, closable, acknowledged_by }: Alert): string {
  if (resolved_at) return `closed ${resolved_at}`;
  if (acknowledged_by) return `acknowledged by ${acknowledged_by}`;
  return closable ? 'open' : 'open, closes by itself';
}

function formatChannels(reply: OperatorReply<'channelsAlert'> & { secret?: string | null }): string {
  const { mail, webhook, ping, secret } = reply;
  const rows = [
    `mail     ${mail.length > 0 ? mail.join(', ') : 'none'}`,
    `webhook  ${webhook ?? 'none'}`,
    `ping     ${ping ?? 'none'}`,
  ];
  const first = mail.length === 0 && webhook === null ? 'Alerts are sent to nobody.' : 'Alerts are sent to:';
  const last = secret ? [`The secret of the webhook is ${secret}. It is not shown again.`] : [];
  return [first, ...rows.map((row) => `  ${row}`), ...last].join('\n');
}

export const alertBindings: Bindings<typeof alerts> = {
  listAlerts: { run: inOneTransaction(listAlerts), format: (page) => formatPage(page, COLUMNS, 'There are no open alerts.') },
  acknowledgeAlert: {
    run: inOneTransaction(acknowledgeAlert),
    format: ({ id, kind }) => `You acknowledged alert ${id} (${kind}). It stays open.`,
  },
  closeAlert: { run: inOneTransaction(closeAlert), format: ({ id, kind }) => `Alert ${id} (${kind}) is closed.` },
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
