import type { FrameTexts, MailReason } from '../frame.ts';

export const FRAME: FrameTexts = {
  reason: (reason, brand) => `Sie erhalten diese E-Mail, weil ${because(reason, brand)}.`,
  vatNumber: (number) => `USt-IdNr.: ${number}`,
  email: (address) => `E-Mail: ${address}`,
  muteHint: {
    'server-ready': 'Wenn Sie keine E-Mails über neue Server möchten,',
    'renewal-ahead': 'Wenn Sie keine E-Mails über bevorstehende Verlängerungen möchten,',
    renewed: 'Wenn Sie keine E-Mails über bezahlte Verlängerungen möchten,',
    deposit: 'Wenn Sie keine E-Mails über Einzahlungen möchten,',
  },
  muteLink: 'schalten Sie sie in Ihrem Profil aus',
  attached: (names) => `Angehängt: ${names.join(', ')}`,
  download: 'Dokumente herunterladen',
};

function because(reason: MailReason, brand: string): string {
  switch (reason.why) {
    case 'member':
      return ROLES[reason.role](`Konto ${reason.account} bei ${brand}`);
    case 'contact':
      return `diese Adresse der technische Kontakt von Konto ${reason.account} bei ${brand} ist`;
    case 'account':
      return `Sie Mitglied von Konto ${reason.account} bei ${brand} waren`;
    case 'user':
      return `sie Ihren Zugang bei ${brand} betrifft`;
    case 'address':
      return `diese Adresse bei ${brand} angegeben wurde`;
    case 'support':
      return `Sie mit dem Support von ${brand} in Kontakt sind`;
    case 'staff':
      return `Sie zum Team von ${brand} gehören`;
    case 'operator':
      return `diese Adresse die Meldungen von ${brand} erhält`;
  }
}

const ROLES = {
  owner: (account: string) => `Sie Inhaber von ${account} sind`,
  admin: (account: string) => `Sie ${account} verwalten`,
  billing: (account: string) => `Sie die Rechnungen von ${account} betreuen`,
  technical: (account: string) => `Sie die Server von ${account} betreuen`,
  'read-only': (account: string) => `Sie Mitglied von ${account} sind`,
};
