/** Alerts as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from './page.ts';

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
