import type { MailTexts } from '../templates.ts';
import { day, place } from './words.ts';

export const SIGN_IN: Pick<
  MailTexts,
  | 'two-factor-reset'
  | 'two-factor-by-token'
  | 'new-sign-in'
  | 'sign-in-code'
  | 'password-reset'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'sign-up'
  | 'sign-up-known'
> = {
  'two-factor-reset': ({ at }) => ({
    subject: 'Ihre Zwei-Faktor-Anmeldung wurde ausgeschaltet',
    body: [
      `Unser Support hat das am ${day(at)} getan, weil uns gemeldet wurde, dass Sie Ihre Authenticator-App verloren haben. Auch Ihre Passkeys wurden entfernt.`,
      'Wenn Sie das nicht veranlasst haben, antworten Sie sofort auf diese E-Mail, und ändern Sie Ihr Passwort. Andernfalls schalten Sie die Zwei-Faktor-Anmeldung bitte wieder ein.',
    ],
  }),
  'two-factor-by-token': ({ token, hint, at, until }) => ({
    subject: 'Ein Zugriffstoken hat die Zwei-Faktor-Anmeldung für Sie eingeschaltet',
    body: [
      `Das Zugriffstoken „${token}“ (${hint}...) hat das am ${day(at)} getan. Sie können sich weiterhin ohne Code anmelden.`,
      `Wenn Sie es waren, melden Sie sich vor dem ${day(until)} an, und bestätigen Sie Ihre Identität mit einem Code der App, oder richten Sie die App neu ein. Danach braucht jede Anmeldung einen Code. Andernfalls endet die Zwei-Faktor-Anmeldung zu diesem Zeitpunkt.`,
      'Wenn Sie es nicht waren, löschen Sie dieses Token sofort: Jemand anderes hat es. Sie können jederzeit eine eigene Authenticator-App einrichten.',
    ],
  }),
  'new-sign-in': ({ at, address, browser }) => ({
    subject: 'Anmeldung von einem neuen Ort',
    body: [
      `Am ${day(at)} hat sich jemand mit Ihrem Zugang von ${place(address)} angemeldet${browser ? `, mit ${browser}` : ''}.`,
      'Wenn Sie das waren, müssen Sie nichts tun. Andernfalls setzen Sie ein neues Passwort. Das beendet alle Sitzungen.',
    ],
  }),
  'sign-in-code': ({ code, minutes, address }) => ({
    subject: `Ihr Code: ${code}`,
    body: [
      `Um sich von ${place(address)} anzumelden, geben Sie innerhalb von ${minutes} Minuten diesen Code ein: ${code}`,
      'Wenn Sie sich nicht gerade anmelden, kennt jemand anderes Ihr Passwort. Setzen Sie ein neues Passwort, und geben Sie diesen Code nicht weiter.',
    ],
  }),
  'password-reset': ({ link, minutes, address }) => ({
    subject: 'Setzen Sie Ihr Passwort',
    body: [
      `Von ${place(address)} wurde darum gebeten, ein Passwort für Sie zu setzen. Wenn Sie das waren, setzen Sie es innerhalb von ${minutes} Minuten.`,
      { button: 'Passwort setzen', link },
      'Andernfalls müssen Sie nichts tun: Ohne diesen Link kann niemand ein Passwort setzen. Geben Sie den Link nicht weiter.',
    ],
  }),
  'password-changed': ({ at, address }) => ({
    subject: 'Ihr Passwort wurde geändert',
    body: [
      `Ihr Passwort wurde am ${day(at)} von ${place(address)} geändert. Andere Sitzungen sind beendet. Zugriffstoken und Passkeys sind weiterhin gültig.`,
      'Wenn Sie das nicht waren, liest jemand anderes Ihre E-Mails oder nutzt Ihre Sitzung. Setzen Sie sofort ein neues Passwort, prüfen Sie Ihre Zugriffstoken und Passkeys, und wenden Sie sich an den Support.',
    ],
  }),
  'passkey-added': ({ name, at, address }) => ({
    subject: 'Ein Passkey wurde hinzugefügt',
    body: [
      `Der Passkey „${name}“ wurde am ${day(at)} von ${place(address)} hinzugefügt. Mit ihm melden Sie sich ohne Passwort an.`,
      'Wenn Sie das nicht waren, nutzt jemand anderes Ihre Sitzung. Entfernen Sie den Passkey sofort, setzen Sie ein neues Passwort, was alle Sitzungen beendet, und wenden Sie sich an den Support.',
    ],
  }),
  'passkey-removed': ({ name, at, address }) => ({
    subject: 'Ein Passkey wurde entfernt',
    body: [
      `Der Passkey „${name}“ wurde am ${day(at)} von ${place(address)} entfernt. Sie können sich nicht mehr mit ihm anmelden.`,
      'Wenn Sie das nicht waren, nutzt jemand anderes Ihre Sitzung. Setzen Sie sofort ein neues Passwort, was alle Sitzungen beendet, und wenden Sie sich an den Support.',
    ],
  }),
  'sign-up': ({ link, until, address, invited }) => ({
    subject: invited ? 'Wir laden Sie ein, ein Konto zu eröffnen' : 'Bestätigen Sie Ihre Adresse',
    body: [
      invited
        ? 'Wir laden Sie ein, bei uns ein Konto zu eröffnen.'
        : `Von ${place(address)} wurde darum gebeten, mit dieser E-Mail-Adresse ein Konto zu eröffnen.`,
      `Eröffnen Sie das Konto vor dem ${day(until)}.`,
      { button: 'Konto eröffnen', link },
      'Wenn Sie kein Konto möchten, müssen Sie nichts tun: Ohne diesen Link kann es niemand eröffnen. Geben Sie den Link nicht weiter.',
    ],
  }),
  'sign-up-known': ({ address }) => ({
    subject: 'Sie haben bereits ein Konto',
    body: [
      `Von ${place(address)} wurde darum gebeten, mit dieser E-Mail-Adresse ein Konto zu eröffnen. Sie gehört aber bereits zu Ihrem Zugang.`,
      'Wenn Sie das waren, melden Sie sich an, oder setzen Sie Ihr Passwort zurück. Andernfalls müssen Sie nichts tun: Die andere Person hat nicht erfahren, dass die Adresse benutzt wird.',
    ],
  }),
};
