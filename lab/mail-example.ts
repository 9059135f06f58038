/** An example of a mail, and the times that examples share. */
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';

export const until = Date.UTC(2026, 0, 31, 10, 20);
export const later = Date.UTC(2026, 1, 14, 12, 0);

/** Account of the seller, and a reference. */
export const TRANSFER = {
  by: 'transfer',
  holder: 'Harbour Hosting GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  reference: 'IK-7-4F2K',
} as const;

export interface MailExample {
  template: MailTemplate;
  data: MailData[MailTemplate];
}

export function example<Name extends MailTemplate>(template: Name, data: MailData[Name]): MailExample {
  return { template, data };
}
