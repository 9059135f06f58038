/** Query of invoices. They are created some time after the payment and have no events, so they are also refetched on focus. */
import type { Invoice } from '@innkeeper/sdk/index';
import { client } from '../../data/client.ts';
import { pagesQuery } from '../../data/pages.ts';
import { WITHOUT_EVENTS } from '../../data/query.ts';

const PER_PAGE = 30;

export const invoicesQuery = {
  ...pagesQuery<Invoice>(['invoices'], (page, signal) => client.listInvoices({ page, per_page: PER_PAGE }, { signal })),
  ...WITHOUT_EVENTS,
};
