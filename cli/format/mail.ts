/** Formats mail. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export function formatMails(reply: OperatorReply<'listMails'>): string {
  return formatPage(
    reply,
    {
      MAIL: ({ id }) => id,
      SINCE: ({ created_at }) => created_at,
      TO: ({ address }) => address,
      TEXT: ({ template }) => template,
      STATE: ({ state, tries, next_try_at }) => (next_try_at && tries > 0 ? `next attempt ${next_try_at}` : state),
      ERROR: ({ error }) => error ?? '',
    },
    'There is no such mail.',
  );
}

export const formatRetriedMail = ({ id, address }: OperatorReply<'retryMail'>): string =>
  `Mail ${id} to ${address} is being sent again.`;
