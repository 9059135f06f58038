/** Acts of payers besides payments: disputes, and reads of lists. */
import type { Act, Acts } from '../business.ts';
import { randomId } from '../random-rows.ts';

const dispute: Act = async (business, customer) => {
  const which = `state = 'succeeded' and gateway in ('sandbox', 'stripe') and id not in (select payment_id from disputes)`;
  const id = await randomId(business, 'payments', which, customer);
  if (id !== undefined && business.random.oneIn(2))
    business.tell(`  dispute of payment ${id}: ${await business.gateways.dispute(id)}`);
};

/** Reads as a customer does, so that caches and lists also see the rows. */
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
