/** `./innkeeper inbox` */
import { inbox } from '@innkeeper/contract/operator/inbox';
import { listInbox } from '@innkeeper/operations/operator/inbox/list';
import { releaseInbox } from '@innkeeper/operations/operator/inbox/release';
import { setInbox } from '@innkeeper/operations/operator/inbox/set';
import { showInbox } from '@innkeeper/operations/operator/inbox/show';
import type { Command } from 'commander';
import { formatInbox, formatReceivedMails, formatReleased } from '../format/inbox.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const inboxBindings: Bindings<typeof inbox> = {
  showInbox: { run: inOneTransaction(showInbox), format: formatInbox },
  setInbox: { run: inOneTransaction(setInbox), format: formatInbox },
  listInbox: { run: inOneTransaction(listInbox), format: formatReceivedMails },
  releaseInbox: { run: inOneTransaction(releaseInbox), format: formatReleased },
};

export function inboxCommand(): Command {
  return nounCommand('inbox', 'mail to support', inbox, inboxBindings);
}
