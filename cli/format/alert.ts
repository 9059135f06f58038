/** Formats alerts as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

type Alert = OperatorReply<'closeAlert'>;

const stateOf = ({ resolved_at, closable, acknowledged_by }: Alert): string => {
  if (resolved_at) return `closed ${resolved_at}`;
  if (acknowledged_by) return `acknowledged by ${acknowledged_by}`;
  return closable ? 'open' : 'open, closes by itself';
};

export function formatAlerts(reply: OperatorReply<'listAlerts'>): string {
  return formatPage(
    reply,
    {
      ALERT: ({ id }) => id,
      SINCE: ({ at }) => at,
      KIND: ({ kind }) => kind,
      OF: ({ resource }) => (resource ? `${resource.kind} ${resource.id}` : ''),
      STATE: stateOf,
      MESSAGE: ({ message }) => message,
    },
    'There are no open alerts.',
  );
}

export const formatClosedAlert = ({ id, kind }: Alert): string => `Alert ${id} (${kind}) is closed.`;

export const formatAcknowledged = ({ id, kind }: Alert): string => `You acknowledged alert ${id} (${kind}). It stays open.`;

export function formatChannels(reply: OperatorReply<'channelsAlert'> & { secret?: string | null }): string {
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
