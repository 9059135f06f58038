/** Defines the command `./innkeeper inbox`. */
import { readFile } from 'node:fs/promises';
import { inbox } from '@innkeeper/contract/operations/inbox.staff';
import { invalid } from '@innkeeper/model/failures';
import { IMAP_PASSWORD } from '@innkeeper/model/mail-in/mail';
import { dropInbox, listInbox, releaseInbox, setInbox, showInbox } from '@innkeeper/operations/inbox.staff';
import type { Command } from 'commander';
import { formatDropped, formatInbox, formatReceivedMails, formatReleased } from './format/inbox.ts';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

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
  listInbox: { run: inOneTransaction(listInbox), format: formatReceivedMails },
  releaseInbox: { run: inOneTransaction(releaseInbox), format: formatReleased },
  dropInbox: { run: inOneTransaction(dropInbox), format: formatDropped },
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
