/** Acts of customers with floating IPs. */
import { sql } from 'kysely';
import { type Act, type Acts, type Business, type Customer, callOperation } from '../business.ts';
import { callWithQuote } from '../call-with-quote.ts';
import { randomId } from '../random-rows.ts';

/** Returns some consecutive floating IPs of the customer, by age. */
async function some(business: Business, { accountId }: Customer, statuses: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from services where type = 'floating-ip' and account_id = ${accountId} and status = any(${statuses}) order by id`.execute(
    business.place.lab.db,
  );
  if (rows.length === 0) return [];
  const from = business.random.below(rows.length);
  return rows.slice(from, from + 1 + business.random.below(3)).map(({ id }) => id);
}

const purchase: Act = async (business, customer) => {
  const { random } = business;
  const server = random.oneIn(2) ? await randomId(business, 'servers', `status = 'active'`, customer) : undefined;
  const body = {
    ...random.of([{ ipv4: 1 }, { ipv4: 2 }, { ipv4_ddos: 1 }, { ipv6: 1 }, { ipv4: 1, ipv6: 2 }]),
    billing_cycle: random.of([1, 1, 1, 3, 12]),
    ...(server !== undefined && { server_id: server }),
    ...(random.oneIn(3) && { auto_pay: random.oneIn(2) }),
  };
  await callWithQuote(business, 'purchaseFloatingIps', { body }, customer);
};

/** Attaches floating IPs to a server, whether they are detached, attached elsewhere or already there. */
const attach: Act = async (business, customer) => {
  const ids = await some(business, customer, ['active']);
  const server_id = await randomId(business, 'servers', `status = 'active'`, customer);
  if (ids.length > 0 && server_id !== undefined)
    await callOperation(business, 'attachFloatingIps', { body: { ids, server_id } }, customer);
};

const withSome =
  (act: (business: Business, customer: Customer, ids: number[]) => Promise<unknown>): Act =>
  async (business, customer) => {
    const ids = await some(business, customer, ['active', 'suspended']);
    if (ids.length > 0) await act(business, customer, ids);
  };

export const FLOATING_IP_ACTS: Acts = [
  [4, 'buy floating IPs', purchase],
  [4, 'attach floating IPs', attach],
  [
    2,
    'detach floating IPs',
    withSome((business, customer, ids) => callOperation(business, 'detachFloatingIps', { body: { ids } }, customer)),
  ],
  [
    3,
    'renew floating IPs',
    withSome((business, customer, ids) => {
      const body = { ids, billing_cycle: business.random.of([1, 1, 2, 12]) };
      return callWithQuote(business, 'renewFloatingIps', { body }, customer);
    }),
  ],
  [
    2,
    'cancel floating IPs',
    withSome((business, customer, ids) =>
      callWithQuote(business, 'cancelFloatingIps', { body: { ids, now: business.random.oneIn(2) } }, customer),
    ),
  ],
  [
    1,
    'undo the cancel of floating IPs',
    withSome((business, customer, ids) => callOperation(business, 'undoCancelFloatingIps', { body: { ids } }, customer)),
  ],
];
