/** Defines the command `./innkeeper inbox`, with the texts that it prints. */
import { readFile } from 'node:fs/promises';
import { inbox } from '@innkeeper/contract/operations/inbox.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { invalid } from '@innkeeper/model/failures';
import { IMAP_PASSWORD } from '@innkeeper/model/mail-in/mail';
import { dropInbox, listInbox, releaseInbox, setInbox, showInbox } from '@innkeeper/operations/inbox.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listInbox'> = {
  MAIL: ({ id }) => id,
  RECEIVED: ({ received_at }) => received_at,
  FROM: ({ from }) => from ?? '',
  OUTCOME: ({ outcome, why }) => (why ? `${outcome}: ${why}` : outcome),
  TICKET: ({ ticket }) => ticket ?? '',
  SUBJECT: ({ subject }) => subject ?? '',
};

const UNKNOWN = {
  ticket: 'their mail opens tickets without an account',
  refuse: 'their mail is refused, and they are notified once a day',
  drop: 'their mail is dropped',
} as const;

function formatInbox(inbox: OperatorReply<'showInbox'>): string {
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

function formatTaken({ mails, remaining }: OperatorReply<'dropInbox'>, result: string): string {
  if (mails.length === 0) return 'No mail is held for this reason.';
  const left = remaining === 0 ? '' : ` ${remaining} are still held for this reason, so run the command again.`;
  return mails.length === 1 ? `Mail ${mails[0]} is being ${result}.${left}` : `${mails.length} mails are being ${result}.${left}`;
}

export const inboxBindings: Bindings<typeof inbox> = {
  showInbox: { run: inOneTransaction(showInbox), format: formatInbox },
  setInbox: {
    async run(installation, input) {
      const mailboxPassword =
        input.imap_password_file === undefined ? undefined : await sealPasswordFile(installation, input.imap_password_file);
      return installation.commit((cx) => setInbox(cx, input, { mailboxPassword }));
    },
    format: formatInbox,
  },
  listInbox: { run: inOneTransaction(listInbox), format: (page) => formatPage(page, COLUMNS, 'There are no received mails.') },
  releaseInbox: { run: inOneTransaction(releaseInbox), format: (reply) => formatTaken(reply, 'handled again') },
  dropInbox: { run: inOneTransaction(dropInbox), format: (reply) => formatTaken(reply, 'ignored') },
};

/** Reads a password from a file, drops a final line break, and seals it. Throws `validation` if the file is unreadable or empty. */
async function sealPasswordFile(installation: Installation, file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalid('imap_password_file', 'This file cannot be read.');
  });
  const password = text.replace(/\r?\n$/, '');
  if (password === '') throw invalid('imap_password_file', 'This file is empty.');
  return (await installation.sealer()).seal(IMAP_PASSWORD, Buffer.from(password));
}

export function inboxCommand(): Command {
  return nounCommand('inbox', 'manage mail to support', inbox, inboxBindings);
}
