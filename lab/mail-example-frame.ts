/** The frame of example mails: brand, seller and console. */
import type { MailFrame } from '@innkeeper/model/mail/frame';

export const PAGE = 'https://panel.example.com';

export const EXAMPLE_FRAME: MailFrame = {
  brand: 'Harbour Hosting',
  seller: {
    ...{ name: 'Harbour Hosting GmbH', address: 'Am Hafen 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    ...{ vatNumber: 'DE123456789', email: 'support@harbour.example' },
  },
  pageUrl: PAGE,
  ...{ account: 7, role: 'owner', isUser: true },
  documents: null,
};
