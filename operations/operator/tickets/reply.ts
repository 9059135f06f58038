import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { htmlOfText } from '@innkeeper/domain/tickets/html';
import { moveTicket, writeMessage } from '@innkeeper/domain/tickets/write';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Of the answer, in a mail: the rest is read in the ticket. */
const MOST_LINES = 200;

/** Support answers: the people of the account who look after servers get it by mail. Throws `not_found` and `wrong_state`. */
export async function replyTicket(cx: OperatorCx, input: OperatorInput<'replyTicket'>): Promise<OperatorResult<'replyTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const by = { author: 'staff', staff_name: cx.actor.name, internal: false } as const;
  const message = await writeMessage(cx, ticket, { by, content: htmlOfText(input.message), files: [] });
  const answered = await moveTicket(cx, ticket, 'answer');
  const status = input.resolve ? await moveTicket(cx, { ...ticket, status: answered, waiting_since: null }, 'resolve') : answered;
  await audit(cx, 'replyTicket', auditedTicket(ticket), { message, resolved: input.resolve });
  await queueMail(cx, {
    accountId: ticket.account_id,
    template: 'ticket-answered',
    roles: ['owner', 'admin', 'technical'],
    data: { ticket: ticket.id, subject: ticket.subject, lines: linesOf(input.message), resolved: input.resolve },
    once: `ticket-answered:${message}`,
  });
  return { id: ticket.id, status, message };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
