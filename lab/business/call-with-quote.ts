/** Asserts that a quote matches the charge: an act is requested as a dry run first. */
import { formatDecimal } from '@innkeeper/model/money/money';
import type { Answer, CallInput } from '../app.ts';
import { type Business, type Customer, callOperation, type OperationName } from './business.ts';

/** Codes of accounts that may not order, but may request a quote. */
const MAY_STILL_ASK = ['payment_disputed', 'account_suspended'];

/** Runs an operation, half of the time after a quote. Throws if the price differs, or if only one of both is refused. */
export async function callWithQuote(
  business: Business,
  name: OperationName,
  input: CallInput,
  customer: Customer,
): Promise<Answer> {
  if (business.random.oneIn(2)) return callWithRepeat(business, name, input, customer);
  const quote = await callOperation(business, name, { ...input, query: { dry_run: 'true' } }, customer);
  const done = await callWithRepeat(business, name, input, customer);
  const both = `${name} ${JSON.stringify(input)}: quote ${quote.status} ${quote.text}, then ${done.status} ${done.text}`;
  if (done.status < 400 && quote.status >= 400) throw new Error(`refused as a quote only: ${both}`);
  if (quote.status >= 400) return done;
  const refused = done.status >= 400 && !MAY_STILL_ASK.includes(done.body.code);
  if (refused && quote.body.covered_by_balance && quote.body.capacity === 'ok') throw new Error(`quoted, and refused: ${both}`);
  const orderId = done.headers['x-order-id'];
  if (done.status >= 400 || orderId === undefined || quote.body.amount < 0) return done;
  const order = await business.place.lab.db
    .selectFrom('orders')
    .select('gross')
    .where('id', '=', Number(orderId))
    .executeTakeFirstOrThrow();
  if (Number(formatDecimal(order.gross)) !== quote.body.amount_with_vat)
    throw new Error(`order ${orderId} is over ${formatDecimal(order.gross)}: ${both}`);
  return done;
}

/** Runs an operation. Sometimes repeats it with the same Idempotency-Key, as after a lost reply, and asserts the same order. */
async function callWithRepeat(business: Business, name: OperationName, input: CallInput, customer: Customer): Promise<Answer> {
  const { random, place } = business;
  if (!random.oneIn(5)) return callOperation(business, name, input, customer);
  const key = `key-${place.clock.now().getTime()}-${random.below(1_000_000)}`;
  const first = await callOperation(business, name, input, customer, { 'idempotency-key': key });
  await place.worker.settle();
  const again = await callOperation(business, name, input, customer, { 'idempotency-key': key });
  const [one, other] = [first, again].map(({ status, headers, text }) => `${status} ${headers['x-order-id']} ${text}`);
  if (first.status < 400 && one !== other) throw new Error(`${name} was sent twice: ${one}, then ${other}`);
  return first;
}
