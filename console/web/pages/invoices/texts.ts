/** Texts of the page of invoices, and of the buttons that download an invoice. */

export const texts = {
  title: 'Invoices',
  all: 'All invoices',
  empty: 'No invoices yet.',
  deploy: 'Deploy a server',
  order: (id: number) => `Order ${id}`,
  net: (amount: string) => `${amount} without VAT`,
  choose: (number: string) => `Choose invoice ${number}`,
  chooseAll: 'Choose all that are shown',
  downloadMany: (count: number) => (count === 1 ? 'Download 1 as ZIP' : `Download ${count} as ZIP`),
  tooMany: (count: number) => `A ZIP file has at most ${count} invoices.`,
  more: 'Show older invoices',
} as const;
