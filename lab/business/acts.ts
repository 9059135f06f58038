/** What customers and operators do at random. Refusals are part of business; an error of the system is not. */
import type { Clock } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import type { CallInput } from '../app.ts';
import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import type { Operator } from '../operator.ts';
import { deploy } from '../slices/given-deploy.ts';
import type { Random } from './random.ts';

export interface Business {
  chain: Chain;
  operator: Operator;
  random: Random;
  clock: Clock;
  customers: readonly GivenAccount[];
}

type OperationName = Parameters<Chain['call']>[0];
type Act = (business: Business, customer: GivenAccount) => Promise<unknown>;

const PLANS = ['nano', 'micro', 'small'];
const CODES = ['HALF', 'TENTH'];

async function call({ chain }: Business, name: OperationName, input: CallInput, { token }: GivenAccount): Promise<void> {
  refuseError(name, await chain.call(name, input, { token }));
}

function refuseError(name: string, { status, text }: { status: number; text: string }): void {
  if (status >= 500) throw new Error(`${name} answered ${status}: ${text}`);
}

/** One of the customer's, if there is any. */
async function someId({ chain, random }: Business, table: 'servers' | 'orders', { accountId }: GivenAccount, which = 'true') {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where account_id = ${accountId} and ${sql.raw(which)} order by id`.execute(chain.db);
  return rows.length === 0 ? undefined : random.of(rows).id;
}

const ofServer =
  (name: OperationName, input: (random: Random) => CallInput): Act =>
  async (business, customer) => {
    const id = await someId(business, 'servers', customer, `status in ('active', 'suspended')`);
    if (id !== undefined) await call(business, name, { params: { id }, ...input(business.random) }, customer);
  };

const deleteWaiting: Act = async (business, customer) => {
  const id = await someId(business, 'orders', customer, `status = 'awaiting_payment'`);
  if (id !== undefined) await call(business, 'deleteOrder', { params: { id } }, customer);
};

const order: Act = async ({ chain, random }, customer) => {
  const request = {
    plan: random.of(PLANS),
    billing_cycle: random.of([1, 1, 3]),
    ...(random.below(3) === 0 && { promo_code: random.of(CODES) }),
    ...(random.below(3) === 0 && { microsoft_rds_sal: 1 + random.below(4) }),
    ...(random.below(4) === 0 && { backups: true }),
  };
  refuseError('deployServer', await deploy(chain, customer, request));
};

const renew: Act = async (business, customer) => {
  const id = await someId(business, 'servers', customer, `status in ('active', 'suspended')`);
  const body = { server_ids: [id], billing_cycle: business.random.of([1, 2, 3]) };
  if (id !== undefined) await call(business, 'renewServers', { body }, customer);
};

/** The cents decide what becomes of it (engine/payments/sandbox/outcomes.ts). */
const depositByCard: Act = async (business, customer) => {
  const { random } = business;
  const amount = (1_000 + 100 * random.below(100) + random.of([0, 0, 0, 1, 2, 3, 4, 5])) / 100;
  await call(business, 'depositFunds', { body: { amount, payment_method: 'card' } }, customer);
};

const payWaiting: Act = async (business, customer) => {
  const id = await someId(business, 'orders', customer, `status = 'awaiting_payment'`);
  const body = { order_ids: [id], payment_method: business.random.of(['balance', 'card']) };
  if (id !== undefined) await call(business, 'payOrders', { body }, customer);
};

const fund: Act = async ({ operator, random }, { email }) => {
  await operator.run('fundAccount', { account: email, amount: `${5 + random.below(60)}.00`, reason: 'by hand' });
};

const changePrice: Act = async ({ operator, random }) => {
  await operator.run('setPlan', { key: random.of(PLANS), price: `${2 + random.below(9)}.${10 + random.below(90)}` });
};

const changeRate: Act = async ({ chain, clock, random }) => {
  await sql`insert into vat_rates (country_id, rate_bp, valid_from)
    select id, ${random.of([1600, 1900, 2000, 2100])}, ${clock.now()} from countries where code = ${random.of(['AT', 'DE'])}`.execute(
    chain.db,
  );
};

/** How often each is done, of all. */
export const ACTS: readonly (readonly [times: number, name: string, act: Act])[] = [
  [6, 'order', order],
  [4, 'fund', fund],
  [4, 'deposit by card', depositByCard],
  [3, 'renew', renew],
  [2, 'pay', payWaiting],
  [1, 'delete an order', deleteWaiting],
  [3, 'scale', ofServer('scaleServer', (random) => ({ body: { plan: random.of(PLANS), scale_disk: false } }))],
  [2, 'buy seats', ofServer('purchaseServerAddons', (random) => ({ body: { microsoft_rds_sal: 1 + random.below(5) } }))],
  [3, 'scale seats', ofServer('scaleServerAddons', (random) => ({ body: { microsoft_rds_sal: 1 + random.below(6) } }))],
  [1, 'cancel', ofServer('cancelServer', (random) => ({ body: { now: random.below(2) === 0 } }))],
  [1, 'undo a cancel', ofServer('undoCancelServer', () => ({}))],
  [1, 'price', changePrice],
  [1, 'VAT rate', changeRate],
];
