/** Formats the inbox of support and its mails. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

const UNKNOWN = {
  ticket: 'their mail opens tickets without an account',
  refuse: 'their mail is refused, and they are notified once a day',
  drop: 'their mail is dropped',
} as const;

export function formatInbox(inbox: OperatorReply<'showInbox'>): string {
  const { address, abuse_address, unknown_senders, department, waiting, held } = inbox;
  return [
    'Mail to support:',
    `  address   ${address ?? 'none: mail is not accepted'}`,
    `  abuse     ${abuse_address ?? 'no address: complaints are handled like other mail'}`,
    `  unknown   ${UNKNOWN[unknown_senders]}`,
    `  tickets   for ${department ?? 'the first department'}`,
    `  mailbox   ${mailboxOf(inbox)}`,
    `  state     ${waiting} waiting, ${held} held`,
  ].join('\n');
}

function mailboxOf({ imap }: OperatorReply<'showInbox'>): string {
  if (!imap) return 'none: mail arrives through ./innkeeper mail receive';
  const { host, port, user, folder, done_folder, away } = imap;
  const state = away
    ? `unavailable since ${away.since}: ${away.error}. Next attempt ${away.retry_at}`
    : 'polled every 30 seconds';
  return `${folder} of ${user} at ${host}:${port}, ${done_folder ? `moved to ${done_folder}` : 'marked as seen'}; ${state}`;
}

export function formatReceivedMails(reply: OperatorReply<'listInbox'>): string {
  return formatPage(
    reply,
    {
      MAIL: ({ id }) => id,
      RECEIVED: ({ received_at }) => received_at,
      FROM: ({ from }) => from ?? '',
      OUTCOME: ({ outcome, why }) => (why ? `${outcome}: ${why}` : outcome),
      TICKET: ({ ticket }) => ticket ?? '',
      SUBJECT: ({ subject }) => subject ?? '',
    },
    'There is no mail.',
  );
}

export const formatReleased = (reply: OperatorReply<'releaseInbox'>): string => formatTaken(reply, 'handled again');
export const formatDropped = (reply: OperatorReply<'dropInbox'>): string => formatTaken(reply, 'ignored');

function formatTaken({ mails, remaining }: OperatorReply<'dropInbox'>, result: string): string {
  if (mails.length === 0) return 'No mail is held for this reason.';
  const left = remaining === 0 ? '' : ` ${remaining} are still held for this reason, so run the command again.`;
  return mails.length === 1 ? `Mail ${mails[0]} is being ${result}.${left}` : `${mails.length} mails are being ${result}.${left}`;
}
