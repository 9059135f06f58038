import type { MailTexts } from '../templates.ts';
import { day, place } from './words.ts';

const CONFIRM_OR_STOP = 'Änderung bestätigen oder stoppen';

export const EMAIL_CHANGE: Pick<
  MailTexts,
  'email-change-new' | 'email-change-old' | 'email-lost-new' | 'email-lost-old' | 'email-changed'
> = {
  'email-change-new': ({ before, link, until, address }) => ({
    subject: 'Bestätigen Sie Ihre neue Adresse',
    body: [
      `Jemand an ${place(address)}, der sich als ${before} anmeldet, möchte stattdessen diese E-Mail-Adresse benutzen. Wenn Sie das sind, bestätigen Sie die Änderung vor dem ${day(until)}.`,
      { button: CONFIRM_OR_STOP, link },
      `Auch die E-Mail an ${before} muss bestätigt werden. Wenn Sie das nicht sind, müssen Sie nichts tun, oder Sie stoppen die Änderung mit demselben Link.`,
    ],
  }),
  'email-change-old': ({ after, link, until, address }) => ({
    subject: 'Ihre Adresse soll geändert werden',
    body: [
      `Von ${place(address)} wurde darum gebeten, dass Sie sich als ${after} anmelden und dort Ihre E-Mails erhalten. Wenn Sie das waren, bestätigen Sie die Änderung vor dem ${day(until)}.`,
      { button: CONFIRM_OR_STOP, link },
      'Andernfalls stoppen Sie die Änderung mit demselben Link, und setzen Sie sofort ein neues Passwort. Ohne diese E-Mail ändert sich nichts. Geben Sie den Link nicht weiter.',
    ],
  }),
  'email-lost-new': ({ before, after, link, until, counts }) => ({
    subject: 'Bestätigen Sie Ihre neue Adresse',
    body: [
      `Unserem Support wurde gemeldet, dass Sie die E-Mails an ${before} nicht mehr lesen können und sich als ${after} anmelden möchten. Wenn Sie das waren, bestätigen Sie die Änderung vor dem ${day(until)}.`,
      { button: CONFIRM_OR_STOP, link },
      `Die neue Adresse gilt ab ${day(counts)}, wenn niemand, der die E-Mails an ${before} liest, die Änderung stoppt. Ihr Passwort und Ihre Zwei-Faktor-Anmeldung bleiben gleich.`,
      'Wenn Sie das nicht waren, müssen Sie nichts tun, oder Sie stoppen die Änderung mit demselben Link.',
    ],
  }),
  'email-lost-old': ({ after, link, counts }) => ({
    subject: 'Stoppen Sie die Änderung Ihrer Adresse, wenn Sie sie nicht veranlasst haben',
    body: [
      `Unserem Support wurde gemeldet, dass Sie diese E-Mail nicht mehr lesen können und sich als ${after} anmelden möchten. Sobald diese Adresse bestätigt ist, gilt sie ab ${day(counts)}.`,
      'Wenn Sie das nicht veranlasst haben, stoppen Sie die Änderung sofort.',
      { button: 'Änderung stoppen', link },
      'Setzen Sie dann ein neues Passwort, und wenden Sie sich an den Support, denn jemand hat sich als Sie ausgegeben. Geben Sie den Link nicht weiter.',
    ],
  }),
  'email-changed': ({ before, after, at }) => ({
    subject: 'Ihre Adresse wurde geändert',
    body: [
      `Am ${day(at)} wurde die Adresse Ihres Zugangs von ${before} auf ${after} geändert. Andere Sitzungen sind beendet. Melden Sie sich mit der neuen Adresse neu an.`,
      'Wenn Sie das nicht waren, liest jemand anderes Ihre E-Mails. Wenden Sie sich sofort an den Support.',
    ],
  }),
};
