import type { MailTexts } from '../templates.ts';
import { day } from './words.ts';

/** Marks the beginning of the quote in an answer, for every mail program (model/mail-in/quotes.ts). */
const REPLY_ABOVE = '-- Please reply above this line --';

export const SUPPORT: Pick<
  MailTexts,
  'ticket-answered' | 'ticket-received' | 'response-missed' | 'mail-refused' | 'account-accessed'
> = {
  'ticket-answered': ({ ticket, subject, lines, files = [], resolved, byMail }) => ({
    subject: `[#${ticket}] ${subject}`,
    ...(byMail && { mark: REPLY_ABOVE }),
    body: [
      ...lines,
      ...(files.length > 0 ? ['These files are attached to the ticket:', files] : []),
      resolved
        ? `We consider this resolved. If it is not, reply to ${byMail ? 'this mail' : 'the ticket'} to reopen it.`
        : byMail
          ? 'You can answer this mail, or reply in the ticket.'
          : 'Reply in the ticket. Answers to this mail are not read.',
    ],
  }),
  'ticket-received': ({ ticket, subject }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      `Thank you for your mail. It is now ticket ${ticket}, and support will answer you by mail.`,
      'Anyone who knows the reply address of this mail can write in the ticket. Share the address with care.',
    ],
  }),
  'response-missed': ({ ticket, subject, due, amount }) => ({
    subject: `We are late with ticket ${ticket} and credited ${amount}`,
    body: [
      `Your support plan promises an answer to "${subject}" by ${day(due)}. We are sorry that we missed this time.`,
      `We credited ${amount} to your balance, as your support plan promises.`,
    ],
  }),
  'mail-refused': ({ reason }) => ({
    subject: 'Your mail to support was not accepted',
    body: [reason, 'This mail was sent automatically. Answers to it are not read.'],
  }),
  'account-accessed': ({ account, person, reason, writes, until }) => ({
    subject: `Our support accesses ${account} without your consent`,
    body: [
      `${person} of our support can ${writes ? 'read and change' : 'read'} the account ${account} until ${day(until)} at the latest.`,
      `The reason: ${reason}`,
      'We tell you, because you did not consent to this access. The audit log of the account shows each action with the name of the person. If you have questions, answer this mail or open a ticket.',
    ],
  }),
};
