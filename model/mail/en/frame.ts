import type { FrameTexts, MailReason } from '../frame.ts';

export const FRAME: FrameTexts = {
  reason: (reason, brand) => `You get this mail because ${because(reason, brand)}.`,
  vatNumber: (number) => `VAT number: ${number}`,
  email: (address) => `Mail: ${address}`,
  muteHint: {
    'server-ready': 'If you do not want mails about new servers,',
    'renewal-ahead': 'If you do not want mails about upcoming renewals,',
    renewed: 'If you do not want mails about paid renewals,',
    deposit: 'If you do not want mails about deposits,',
  },
  muteLink: 'switch them off in your profile',
  attached: (names) => `Attached: ${names.join(', ')}`,
  download: 'Download your documents',
};

function because(reason: MailReason, brand: string): string {
  switch (reason.why) {
    case 'member':
      return `${ROLES[reason.role]} account ${reason.account} at ${brand}`;
    case 'contact':
      return `this address is the technical contact of account ${reason.account} at ${brand}`;
    case 'account':
      return `you were a member of account ${reason.account} at ${brand}`;
    case 'user':
      return `it concerns your user at ${brand}`;
    case 'address':
      return `this address was given to ${brand}`;
    case 'support':
      return `you are in contact with the support of ${brand}`;
    case 'staff':
      return `you are a staff member of ${brand}`;
    case 'operator':
      return `this address receives the alerts of ${brand}`;
  }
}

const ROLES = {
  owner: 'you are the owner of',
  admin: 'you are an administrator of',
  billing: 'you look after the bills of',
  technical: 'you look after the servers of',
  'read-only': 'you are a member of',
};
