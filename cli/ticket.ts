/** `./innkeeper ticket`, `./innkeeper attachment` */
import { attachments, tickets } from '@innkeeper/contract/operations/tickets.staff';
import { forwardTicket, noteTicket, replyTicket } from '@innkeeper/operations/tickets/answer.staff';
import { copyAttachment } from '@innkeeper/operations/tickets/attachments.staff';
import { listAllTickets, showTicket } from '@innkeeper/operations/tickets/list.staff';
import { assignTicket, mergeTicket, reopenTicket, resolveTicketUnanswered } from '@innkeeper/operations/tickets/state.staff';
import type { Command } from 'commander';
import {
  formatChangedTicket,
  formatForwardedTicket,
  formatMergedTicket,
  formatSavedAttachment,
  formatTicket,
  formatTickets,
  formatWritten,
} from './format/ticket.ts';
import { nounCommand } from './operator/command.ts';
import { withFiles } from './operator/files.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { intoNewFile } from './output/new-file.ts';

export const ticketBindings: Bindings<typeof tickets> = {
  listAllTickets: { run: inOneTransaction(listAllTickets), format: formatTickets },
  showTicket: { run: inOneTransaction(showTicket), format: formatTicket },
  replyTicket: { run: withFiles(tickets.replyTicket, replyTicket), format: formatWritten },
  noteTicket: { run: withFiles(tickets.noteTicket, noteTicket), format: formatWritten },
  forwardTicket: { run: inOneTransaction(forwardTicket), format: formatForwardedTicket },
  assignTicket: { run: inOneTransaction(assignTicket), format: formatChangedTicket },
  mergeTicket: { run: inOneTransaction(mergeTicket), format: formatMergedTicket },
  resolveTicketUnanswered: { run: inOneTransaction(resolveTicketUnanswered), format: formatChangedTicket },
  reopenTicket: { run: inOneTransaction(reopenTicket), format: formatChangedTicket },
};

export const attachmentBindings: Bindings<typeof attachments> = {
  saveAttachment: {
    run: (installation, input) =>
      intoNewFile(input.file, (write) =>
        installation.commit((cx) => copyAttachment(cx, input, installation.attachments(), write)),
      ),
    format: formatSavedAttachment,
  },
};

export function ticketCommand(): Command {
  return nounCommand('ticket', 'manage support tickets', tickets, ticketBindings);
}

export function attachmentCommand(): Command {
  return nounCommand('attachment', 'save files of tickets', attachments, attachmentBindings);
}
