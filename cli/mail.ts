/** Defines the command `./innkeeper mail`. */
import { mails } from '@innkeeper/contract/operations/mails.staff';
import { listMails, retryMail } from '@innkeeper/operations/mails.staff';
import type { Command } from 'commander';
import { formatMails, formatRetriedMail } from './format/mail.ts';
import { mailReceiveCommand } from './mail-receive.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const mailBindings: Bindings<typeof mails> = {
  listMails: { run: inOneTransaction(listMails), format: formatMails },
  retryMail: { run: inOneTransaction(retryMail), format: formatRetriedMail },
};

export function mailCommand(): Command {
  return nounCommand('mail', 'manage mail to customers, and receive mail to support', mails, mailBindings).addCommand(
    mailReceiveCommand(),
  );
}
