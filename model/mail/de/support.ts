import type { MailTexts } from '../templates.ts';
import { day, money } from './words.ts';

/** Marks the beginning of the quote in an answer, for every mail program (model/mail-in/quotes.ts). */
const REPLY_ABOVE = '-- Bitte antworten Sie oberhalb dieser Zeile --';

export const SUPPORT: Pick<
  MailTexts,
  'ticket-answered' | 'ticket-received' | 'response-missed' | 'mail-refused' | 'account-accessed'
> = {
  'ticket-answered': ({ ticket, subject, lines, files = [], resolved, byMail }) => ({
    subject: `[#${ticket}] ${subject}`,
    ...(byMail && { mark: REPLY_ABOVE }),
    body: [
      ...lines,
      ...(files.length > 0 ? ['Diese Dateien hängen am Ticket:', files] : []),
      resolved
        ? `Wir betrachten das Anliegen als gelöst. Falls nicht, antworten Sie bitte ${byMail ? 'auf diese E-Mail' : 'im Ticket'}. Das Ticket wird dann wieder geöffnet.`
        : byMail
          ? 'Sie können auf diese E-Mail oder im Ticket antworten.'
          : 'Bitte antworten Sie im Ticket. Antworten auf diese E-Mail werden nicht gelesen.',
    ],
  }),
  'ticket-received': ({ ticket, subject }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      `Vielen Dank für Ihre E-Mail. Sie ist jetzt Ticket ${ticket}. Unser Support antwortet Ihnen per E-Mail.`,
      'Wer die Antwortadresse dieser E-Mail kennt, kann im Ticket schreiben. Geben Sie die Adresse nur mit Bedacht weiter.',
    ],
  }),
  'response-missed': ({ ticket, subject, due, amount }) => ({
    subject: `Wir sind mit Ticket ${ticket} zu spät und haben Ihnen ${money(amount)} gutgeschrieben`,
    body: [
      `Ihr Support-Plan verspricht eine Antwort auf „${subject}“ bis ${day(due)}. Es tut uns leid, dass wir diese Zeit nicht eingehalten haben.`,
      `Wir haben Ihrem Guthaben ${money(amount)} hinzugefügt, wie es Ihr Support-Plan verspricht.`,
    ],
  }),
  'mail-refused': ({ reason }) => ({
    subject: 'Ihre E-Mail an den Support wurde nicht angenommen',
    body: [reason, 'Diese E-Mail wurde automatisch gesendet. Antworten darauf werden nicht gelesen.'],
  }),
  'account-accessed': ({ account, person, reason, writes, until }) => ({
    subject: `Unser Support greift ohne Ihre Zustimmung auf ${account} zu`,
    body: [
      `${person} von unserem Support kann das Konto ${account} bis spätestens ${day(until)} ${writes ? 'lesen und ändern' : 'lesen'}.`,
      `Der Grund: ${reason}`,
      'Wir teilen Ihnen das mit, weil Sie diesem Zugriff nicht zugestimmt haben. Das Protokoll des Kontos zeigt jede Handlung mit dem Namen der Person. Bei Fragen antworten Sie auf diese E-Mail, oder öffnen Sie ein Ticket.',
    ],
  }),
};
