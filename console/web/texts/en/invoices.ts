/** Texts of the page of invoices, and of the buttons that download an invoice. */
import type { Invoice } from '@innkeeper/sdk/index';

export const INVOICE_TYPES: Record<Invoice['type'], string> = {
  proform: 'Pro forma invoice',
  original: 'Invoice',
  'credit-note': 'Credit note',
};

export const texts = {
  title: 'Invoices',
  all: 'All invoices',
  empty: 'No invoices yet.',
  deploy: 'Deploy a server',
  number: (type: string, number: string) => `${type} ${number}`,
  order: (id: number) => `Order ${id}`,
  net: (amount: string) => `${amount} without VAT`,
  pdf: 'PDF',
  ubl: 'UBL',
  downloadPdf: (number: string) => `Download PDF of ${number}`,
  namedPdf: (name: string) => `${name}: Download PDF`,
  downloadUbl: (number: string) => `Download UBL of ${number}`,
  noUbl: 'A pro forma invoice has no electronic form.',
  choose: (number: string) => `Choose invoice ${number}`,
  chooseAll: 'Choose all that are shown',
  downloadMany: (count: number) => (count === 1 ? 'Download 1 as ZIP' : `Download ${count} as ZIP`),
  tooMany: (count: number) => `A ZIP file has at most ${count} invoices.`,
  more: 'Show older invoices',
} as const;
