/** What payers do besides paying. */
import type { Act, Acts } from '../business.ts';
import { someId } from '../some.ts';

const dispute: Act = async (business, customer) => {
  const which = `state = 'succeeded' and gateway in ('sandbox', 'stripe') and id not in (select payment_id from disputes)`;
  const id = await someId(business, 'payments', which, customer);
  if (id !== undefined && business.random.oneIn(2))
    business.tell(`  dispute of payment ${id}: ${await business.gateways.dispute(id)}`);
};

/** Some days in which a customer only reads: caches and lists see the rows too. */
const read: Act = async ({ place }, { token }) => {
  for (const name of ['listOrders', 'listInvoices', 'getBalance', 'listBalanceTransactions', 'listServers'] as const) {
    const { status, text } = await place.lab.call(name, {}, { token });
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
  }
};

export const PAYER_ACTS: Acts = [
  [1, 'dispute', dispute],
  [1, 'read', read],
];
