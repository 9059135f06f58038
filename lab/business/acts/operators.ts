/** Acts of operators. A refusal (`Failure`) is an expected result. */
import { succeededPaymentsOf } from '@innkeeper/db/tables/order-refunds';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { Act, Acts, Business } from '../business.ts';
import { randomId, randomService, servicesOf } from '../random-rows.ts';
import { runOperator as run } from '../run-operator.ts';
import { changeCatalogue } from './catalogue.ts';

const fund: Act = (business, { email }) =>
  run(business, 'fundAccount', { account: email, amount: `${5 + business.random.below(90)}.00`, reason: 'by hand' });

const charge: Act = (business, { email }) =>
  run(business, 'chargeAccount', { account: email, amount: `${1 + business.random.below(20)}.00`, reason: 'at random' });

const customOrder: Act = (business, { email }) => {
  const { random } = business;
  const lines = [`Setup=${random.below(50)}.${10 + random.below(90)}`, 'Cabling=20'].slice(0, 1 + random.below(2));
  return run(business, 'addOrder', { account: email, lines, auto_pay: random.oneIn(2) });
};

const NUMBERS: Record<string, readonly string[]> = {
  DE: ['DE136695976', 'DE811907980'],
  FR: ['FR40303265045'],
  AT: ['ATU12345675'],
};

/** Changes the account to a company with or without a VAT number, to a person, or to another country. */
const changeBilling: Act = (business, { email, country }) => {
  const { random } = business;
  const vat_number = random.of(NUMBERS[country] ?? ['']);
  const change = random.of([
    { company: true, company_name: 'Given Ltd', vat_number },
    { company: true, company_name: 'Given Ltd', vat_number },
    { company: true, vat_number: '' },
    { company: false },
    { country, address: `${random.below(99)} Quay`, city: 'Harbour' },
    { country: random.of(['AT', 'DE', 'FR', 'CH']) },
  ]);
  return run(business, 'setAccount', { account: email, ...change });
};

const setCap: Act = (business, { email }) =>
  run(business, 'setAccount', { account: email, monthly_cap: business.random.of(['', '', '10', '100']) });

const refer: Act = (business, { email }) =>
  run(business, 'setAccount', { account: email, referral_code: `harbour-${business.random.below(40)}` });

const onPayment =
  (name: 'refundPayment' | 'confirmPayment' | 'failPayment', which: string): Act =>
  async (business, customer) => {
    const payment = await randomId(business, 'payments', which, customer);
    const part = name === 'refundPayment' && business.random.oneIn(2) ? { amount: `${1 + business.random.below(20)}.00` } : {};
    if (payment === undefined) return;
    const payee = name === 'refundPayment' ? await payeeOf(business, payment) : {};
    await run(business, name, { payment, ...part, ...payee });
  };

/** Returns the account that staff names for a transfer, because statements of the simulated bank have none. */
async function payeeOf({ place }: Parameters<Act>[0], payment: number): Promise<{ iban?: string }> {
  const bank = place.lab.db.selectFrom('payments').select('id').where('id', '=', payment).where('gateway', '=', 'bank');
  return (await bank.executeTakeFirst()) ? { iban: 'AT611904300234573201' } : {};
}

/** Marks a refund by hand as sent, or as failed. Some come back after they were sent. */
const markRefund: Act = async (business, customer) => {
  const fails = business.random.oneIn(4);
  const which = fails ? `by_hand and state <> 'failed'` : `by_hand and state = 'pending'`;
  const ofCustomer = `payment_id in (select id from payments where account_id = ${customer.accountId})`;
  const refund = await randomId(business, 'payment_refunds', `${which} and ${ofCustomer}`);
  if (refund === undefined) return;
  if (fails) await run(business, 'failRefund', { refund, reason: 'at random' });
  else await run(business, 'settleRefund', { refund });
};

const REFUNDABLE = `paid_at is not null and type <> 'deposit'
  and exists (select from order_lines l where l.order_id = orders.id and l.refunded_net < l.net)`;

/** Refunds an order: all that is left, some of its lines, or parts of them. */
const refundOrder: Act = async (business, customer) => {
  const { random, place } = business;
  const order = await randomId(business, 'orders', REFUNDABLE, customer);
  if (order === undefined) return;
  const lines = await place.lab.db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['l.id', 'l.net', 'l.refunded_net', 'o.from_balance'])
    .where('o.id', '=', order)
    .orderBy('l.id')
    .execute();
  const parts = lines.flatMap(({ id, net, refunded_net }) => {
    const left = net - refunded_net;
    if (left === 0n || random.oneIn(2)) return [];
    return `${id}=${formatDecimal(random.oneIn(2) ? left : 1n + BigInt(random.below(Number(left))))}`;
  });
  const byPayment = lines.every(({ from_balance }) => from_balance === 0n);
  const to = byPayment || random.oneIn(5) ? random.of(['payer', 'payer', 'balance']) : 'balance';
  const chosen = parts.length > 0 ? { lines: parts } : {};
  const [paid] = to === 'payer' ? await succeededPaymentsOf(place.lab.db, order) : [];
  const payee = paid ? await payeeOf(business, paid.id) : {};
  await run(business, 'refundOrder', { order, to, reason: 'at random', ...chosen, ...payee });
};

const settleDispute: Act = async (business, customer) => {
  const dispute = await randomId(business, 'disputes', `state = 'lost'`, customer);
  if (dispute !== undefined) await run(business, 'settleDispute', { dispute });
};

const suspend: Act = (business, { email }) => run(business, 'suspendAccount', { account: email, reason: 'at random' });

const resume: Act = async (business) => {
  for (const { email } of business.customers) await run(business, 'resumeAccount', { account: email });
};

/** Moves an expiry by -30 to 69 days, or to the end of its month. The operation refuses an expiry in the past. */
const moveEnd: Act = async (business, customer) => {
  const service = await randomService(business, customer, `status in ('active', 'suspended') and expiry_at is not null`);
  if (!service) return;
  const days = business.random.below(100) - 30;
  const end = business.random.oneIn(4) ? monthEnd(service.expiry_at) : new Date(service.expiry_at.getTime() + days * DAY_MS);
  await run(business, 'setService', { service: service.id, expiry_at: end.toISOString(), reason: 'at random' });
};

const DAY_MS = 86_400_000;

/** Returns the last millisecond of the month. */
const monthEnd = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - 1);

const suspendService: Act = async (business, customer) => {
  const service = await randomService(business, customer, `status = 'active'`);
  if (service) await run(business, 'suspendService', { service: service.id, reason: 'at random' });
};

/** Resumes all suspended services, so that they do not accumulate. */
const resumeServices: Act = async (business) => {
  for (const { id } of await servicesOf(business, `status = 'suspended' and staff_suspended_at is not null`))
    await run(business, 'resumeService', { service: id, extend: business.random.oneIn(2) });
};

const unpark: Act = async (business) => {
  for (const id of await someParked(business)) await run(business, 'unparkAccount', { account: String(id) });
};

async function someParked({ place }: Business): Promise<number[]> {
  const rows = await place.lab.db
    .selectFrom('accounts')
    .select('id')
    .where('billing_parked_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Drains or reopens a pool. Pools are reopened more often, so that addresses stay available. */
const drainPool: Act = (business) =>
  run(business, business.random.oneIn(3) ? 'drainPool' : 'activatePool', {
    pool: business.random.of(['default', 'guarded', 'six']),
  });

export const OPERATOR_ACTS: Acts = [
  [6, 'fund', fund],
  [1, 'charge', charge],
  [2, 'custom order', customOrder],
  [2, 'billing data', changeBilling],
  [1, 'refer', refer],
  [1, 'spending cap', setCap],
  [2, 'catalogue', changeCatalogue],
  [2, 'refund a payment', onPayment('refundPayment', `state = 'succeeded'`)],
  [3, 'refund an order', refundOrder],
  // The operator reports the state that a person sees at the gateway.
  [1, 'confirm a transfer', onPayment('confirmPayment', `state = 'pending' and gateway = 'bank'`)],
  [1, 'fail a transfer', onPayment('failPayment', `state = 'pending' and gateway = 'bank'`)],
  [3, 'mark a refund', markRefund],
  [4, 'settle a dispute', settleDispute],
  [1, 'suspend', suspend],
  [2, 'resume', resume],
  [1, 'unpark', unpark],
  [4, 'move an end', moveEnd],
  [1, 'suspend a service', suspendService],
  [2, 'resume services', resumeServices],
  [3, 'drain or open a pool', drainPool],
];
