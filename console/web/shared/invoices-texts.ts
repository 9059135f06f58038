/** Texts about invoices that several pages use. */
import type { Invoice } from '@innkeeper/sdk/index';

export const INVOICE_TYPES: Record<Invoice['type'], string> = {
  proform: 'Pro forma invoice',
  original: 'Invoice',
  'credit-note': 'Credit note',
};

export const texts = {
  number: (type: string, number: string) => `${type} ${number}`,
  pdf: 'PDF',
  ubl: 'UBL',
  downloadPdf: (number: string) => `Download PDF of ${number}`,
  namedPdf: (name: string) => `${name}: Download PDF`,
  downloadUbl: (number: string) => `Download UBL of ${number}`,
  noUbl: 'A pro forma invoice has no electronic form.',
} as const;
