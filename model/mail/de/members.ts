import type { MailTexts } from '../templates.ts';
import { day, roleOf } from './words.ts';

export const MEMBERS: Pick<
  MailTexts,
  'invitation' | 'member-joined' | 'membership-changed' | 'ownership-offered' | 'ownership-transferred'
> = {
  invitation: ({ account, inviter, role, link, until }) => ({
    subject: `${inviter} lädt Sie zu ${account} ein`,
    body: [
      `${inviter} lädt Sie in das Konto ${account} ein, mit der Rolle „${roleOf(role)}“.`,
      `Nehmen Sie die Einladung vor dem ${day(until)} an.`,
      { button: 'Einladung annehmen', link },
      'Wenn Sie den Absender nicht kennen, müssen Sie nichts tun. Sie werden nur Mitglied, wenn Sie annehmen.',
    ],
  }),
  'member-joined': ({ account, name, email, role }) => ({
    subject: `${name || email} ist jetzt Mitglied von ${account}`,
    body: [
      `${name ? `${name} (${email})` : email} hat die Einladung in das Konto ${account} angenommen und hat die Rolle „${roleOf(role)}“.`,
    ],
  }),
  'membership-changed': ({ account, role }) => ({
    subject:
      role === null ? `Sie sind nicht mehr Mitglied von ${account}` : `Ihre Rolle in ${account} ist jetzt „${roleOf(role)}“`,
    body: [
      role === null
        ? `Sie sind nicht mehr Mitglied des Kontos ${account}. Ihre Zugriffstoken für das Konto sind nicht mehr gültig.`
        : `Ihre Rolle im Konto ${account} ist jetzt „${roleOf(role)}“. Ihre Zugriffstoken für das Konto haben höchstens deren Rechte.`,
    ],
  }),
  'ownership-offered': ({ account, owner, until }) => ({
    subject: `${owner} bietet Ihnen das Konto ${account} an`,
    body: [
      `${owner} möchte Ihnen das Konto ${account} übertragen, mit seinen Diensten, seinem Guthaben und seinen offenen Zahlungen.`,
      `Nehmen Sie das Angebot vor dem ${day(until)} in der Liste der Mitglieder des Kontos an. Ohne Ihre Zustimmung ändert sich nichts.`,
    ],
  }),
  'ownership-transferred': ({ account, before, after }) => ({
    subject: `Das Konto ${account} hat einen neuen Inhaber`,
    body: [`Das Konto ${account} gehört jetzt ${after}. ${before} hat jetzt die Rolle „Administrator“.`],
  }),
};
