import { deposit } from '@innkeeper/db/ledger';
import { insertOrder } from '@innkeeper/db/tables/orders';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { refundToBalance } from '@innkeeper/domain/services/refund';
import { refundLine } from '@innkeeper/domain/services/refund-line';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenPaidOrder, givenSeller, issueNow } from '@innkeeper/lab/given-invoices';
import { givenTax } from '@innkeeper/lab/given-tax';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { renewalHelpers } from '@innkeeper/lab/slices/renewals/given-renewing';
import { changeSteps, explainLine, fixedStep } from '@innkeeper/model/pricing/explanation';
import { priceChange, priceLine } from '@innkeeper/model/pricing/line';
import { boundary } from '@innkeeper/model/pricing/period';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let now = new Date('2027-02-21T00:00:00Z');
const clock = { now: () => now };
const tax = givenTax();
/** Ids of the orders that the tests below break. */
let whole: number;
let partly: number;
let refundedWhole: number;
let renewed: number;

beforeAll(async () => {
  lab = await openTestDatabase({ clock });
  operator = openOperator({ db: lab.db, clock });
  await givenSeller(lab.db);
  const { accountId } = await givenAccount(lab.db, { funds: 50_000n });
  await givenRenewals(accountId);
  whole = await givenPaidOrder(lab.db, { accountId, nets: [399n, 101n] });
  partly = await givenPaidOrder(lab.db, { accountId, nets: [1_000n] });
  refundedWhole = await givenPaidOrder(lab.db, { accountId, nets: [700n] });
  await givenRefunds(accountId);
  await givenCheckout(accountId);
  await givenPromo(accountId);
  await issueNow(lab.db, clock);
  await givenPaidOrder(lab.db, { accountId, nets: [250n] });
});
afterAll(() => lab.close());

async function givenRenewals(accountId: number): Promise<void> {
  const given = renewalHelpers(lab, clock);
  renewed = await given.server(accountId);
  await given.renew();
  now = new Date('2027-03-25T00:00:00Z');
  await given.renew();
}

async function givenRefunds(accountId: number): Promise<void> {
  const line = async (orderId: number) =>
    (await lab.db.selectFrom('order_lines').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id;
  const [part, all] = [await line(partly), await line(refundedWhole)];
  const ofServer = { service_type: 'server', service_id: renewed } as const;
  await lab.db.updateTable('order_lines').set(ofServer).where('id', '=', part).execute();
  const net = 100n;
  await lab.db.transaction().execute(async (db) => {
    const cx = { ...givenJobCx(db, { clock }), db };
    await refundToBalance(cx, accountId, [{ order_id: partly, line_id: part, net, vat: 20n }], 'less of it');
    await refundLine(cx, { orderId: refundedWhole, lineId: all, reason: 'It could not be delivered.' });
  });
  const steps = changeSteps(net, 0n, { anchor: now, months: 1, expiresAt: boundary(now, 1) }, now);
  const refunds = [{ order_id: partly, line_id: part, net, vat: 20n }];
  const { price } = priceChange({ steps, tax, refunds, discounts: [] });
  await insertOrder(lab.db, {
    ...{ account_id: accountId, type: 'scale-addon', status: 'paid', tax: JSON.stringify(tax), payment_method: 'balance' },
    ...{ net: 0n, vat: 0n, gross: 0n, paid_at: now },
    lines: [{ label: 'Smaller', billing_cycle: 1, ...ofServer, ...price }],
  });
}

/** Inserts a deposit that was paid by card. */
async function givenCheckout(accountId: number): Promise<void> {
  const price = priceLine({ steps: [fixedStep(500n)], tax: givenTax(0) });
  const orderId = await insertOrder(lab.db, {
    ...{ account_id: accountId, type: 'deposit', status: 'paid', tax: JSON.stringify(givenTax(0)), payment_method: 'card' },
    ...{ net: 500n, vat: 0n, gross: 500n, paid_at: now },
    lines: [{ label: 'Deposit', billing_cycle: 0, ...price }],
  });
  const came = { account_id: accountId, gateway: 'sandbox', method: 'card', amount: 500n, currency: 'EUR' } as const;
  const { id: payment_id } = await lab.db
    .insertInto('payments')
    .values({ ...came, kind: 'checkout', state: 'succeeded', reference: 'R1', ended_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lab.db.insertInto('payment_orders').values({ payment_id, order_id: orderId, stage: 'over' }).execute();
  const entry_id = await lab.db
    .transaction()
    .execute((trx) =>
      deposit(trx, { accountId, amount: 500n, gateway: 'sandbox', paymentMethod: 'card', description: 'Payment', now }),
    );
  await lab.db
    .insertInto('payment_receipts')
    .values({ gateway: 'sandbox', receipt: 'r1', payment_id, amount: 500n, entry_id })
    .execute();
}

async function givenPromo(accountId: number): Promise<void> {
  const terms = { code: 'WELCOME', percentage: 10, minimum_billing_cycle: 1 };
  const price = priceLine({ steps: [fixedStep(1_000n)], promo: terms, tax });
  const { net, vat, gross } = price;
  const order_id = await insertOrder(lab.db, {
    ...{ account_id: accountId, type: 'custom', status: 'awaiting_payment', tax: JSON.stringify(tax), payment_method: 'balance' },
    ...{ net, vat, gross, promo_code: 'WELCOME', lines: [{ label: 'With a code', billing_cycle: 0, ...price }] },
  });
  const { id: promo_code_id } = await lab.db
    .insertInto('promo_codes')
    .values({ ...terms, applies_to: 'new' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lab.db.insertInto('promo_uses').values({ order_id, promo_code_id, account_id: accountId }).execute();
}

test('auditBilling finds nothing in intact books, and reports how much it read', async () => {
  const { findings, read } = await operator.run('auditBilling');
  expect(findings).toEqual([]);
  expect(read).toEqual({ orders: 9, lines: 10, periods: 2, entries: 14, invoices: 8 });
});

const ROLLED_BACK = new Error('rolled back');

/** Returns the findings after a statement bypassed the constraints of the database, and rolls back. */
async function findingsOf(statement: string): Promise<string[]> {
  let found: string[] = [];
  const run = lab.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    const { numAffectedRows } = await sql.raw(statement).execute(db);
    expect(numAffectedRows, statement).toBeGreaterThan(0n);
    ({ findings: found } = await auditBooks({ db }));
    throw ROLLED_BACK;
  });
  await expect(run).rejects.toBe(ROLLED_BACK);
  return found;
}

const lineOf = (order: number) => `order_id = ${order} and position = 0`;
const entryOf = (order: number, kind: string) => `(select id from ledger_entries where order_id = ${order} and kind = '${kind}')`;
// Accounts for VAT are created with the rates and may have no postings, so prefer an account with postings.
const accountOf = (kind: string) => `(select a.id from ledger_accounts a where a.kind = '${kind}'
      order by exists (select from ledger_postings p where p.ledger_account_id = a.id) desc, a.id limit 1)`;
const step = (more: object) =>
  `explanation = '${JSON.stringify([...explainLine([fixedStep(399n)], null, tax)].with(0, more as never))}'`;

/** Defects: name, statement and the expected finding. */
const BREAKS: [string, () => string, RegExp][] = [
  [
    'a line that costs other than its steps',
    () => `update order_lines set list_net = list_net + 1, net = net + 1, gross = gross + 1 where ${lineOf(whole)}`,
    /^Line \d+ of order \d+ has a list_net of 4\.00, and its steps make 3\.99\.$/,
  ],
  [
    'a step that tells another result',
    () =>
      `update order_lines set ${step({ step: 'months', monthly: '399', quantity: 1, months: 1, net: '398' })} where ${lineOf(whole)}`,
    /^Line \d+ of order \d+ has a step that tells another result than its inputs make\.$/,
  ],
  ['a line without steps', () => `update order_lines set explanation = '[]' where ${lineOf(whole)}`, /has no steps\.$/],
  [
    'an order of another rate',
    () => `update orders set tax = jsonb_set(tax, '{rateBp}', '1900') where id = ${whole}`,
    /^Line \d+ of order \d+ bears VAT of 0\.80, and its order's rate makes 0\.76\.$/,
  ],
  [
    'a line that hides its code',
    () => `update order_lines set promo = null where promo is not null`,
    /names another promo code than its steps\.$/,
  ],
  [
    'an order that is more than its lines',
    () => `update orders set net = net + 1, gross = gross + 1 where id = ${whole}`,
    /^Order \d+ is for 501 and VAT of 100; its lines are for 500 and 100\.$/,
  ],
  [
    'an order that was paid twice',
    () => `update ledger_entries set order_id = ${whole} where id = ${entryOf(partly, 'payment')}`,
    /^Order \d+ \(custom, paid\) over 500 and VAT of 100 has 2 payments over 1500 and 300\.$/,
  ],
  [
    'a payment that posted VAT as revenue',
    () => `update ledger_postings set ledger_account_id = ${accountOf('credits')}
      where entry_id = ${entryOf(whole, 'payment')} and ledger_account_id = ${accountOf('vat_payable')}`,
    /^Order \d+ \(custom, paid\) over 500 and VAT of 100 has 1 payments over 500 and 0\.$/,
  ],
  [
    'an order that is paid and was not',
    () => `update orders set paid_at = null where id = ${whole}`,
    /^Order \d+ is paid, and was not paid\.$/,
  ],
  [
    'money for an order that was never paid',
    () => `update orders set paid_at = null, status = 'cancelled' where id = ${whole}`,
    /^Order \d+ \(custom, cancelled\) over 500 and VAT of 100 has 1 payments/,
  ],
  [
    'a refund of which its line knows nothing',
    () => `update order_lines set refunded_net = 0, refunded_vat = 0 where ${lineOf(partly)}`,
    /^Order \d+ got 100 and VAT of 20 back in 1 refunds; its lines say 0 and 0, of 1000 and 200\.$/,
  ],
  [
    'a line that says it was refunded and was not',
    () => `update order_lines set refunded_net = 1 where ${lineOf(whole)}`,
    /^Order \d+ got 0 and VAT of 0 back in 0 refunds; its lines say 1 and 0/,
  ],
  [
    "a refund in another line's name",
    () =>
      `update ledger_entries set order_line_id = (select id from order_lines where ${lineOf(whole)}) where id = ${entryOf(partly, 'refund')}`,
    /^Line \d+ of order \d+ got 0 back by its entries, and says 100\.$/,
  ],
  [
    'an order that was refunded in part',
    () => `update order_lines set refunded_net = refunded_net - 1 where ${lineOf(refundedWhole)}`,
    /^Order \d+ was paid and is cancelled, and its line \d+ over 840 got only 839 back\.$/,
  ],
  [
    'a refund step over more than came back',
    () =>
      `update order_lines set explanation = jsonb_set(explanation, '{3,of,0,net}', '"101"') where explanation -> 3 ->> 'step' = 'refund'`,
    /^Lines say that they refund 101 and VAT of 20 of line \d+; of it 100 and 20 came back\.$/,
  ],
  [
    'a refund that no change gave',
    () => `update order_lines set explanation = explanation - 3 where explanation -> 3 ->> 'step' = 'refund'`,
    /^Lines say that they refund 0 and VAT of 0 of line \d+; of it 100 and 20 came back\.$/,
  ],
  [
    'a refund of less than its change makes',
    () => `update order_lines set explanation = jsonb_set(jsonb_set(explanation, '{3,of,0,net}', '"99"'), '{3,net}', '"99"')
      where explanation -> 3 ->> 'step' = 'refund'`,
    /^Line \d+ of order \d+ refunds 99; 100 are due, and of line \d+ 900 are left\.$/,
  ],
  [
    'a refund of more than its change makes',
    () =>
      `update order_lines set explanation = jsonb_set(explanation, '{3,net}', '"101"') where explanation -> 3 ->> 'step' = 'refund'`,
    /^Line \d+ of order \d+ refunds 101; 100 are due/,
  ],
  [
    'a refund whose VAT is another',
    () => `update order_lines set refunded_vat = 19 where ${lineOf(partly)}`,
    /^Line \d+ of order \d+ over 1000 and VAT of 200 got 100 back, and VAT of 19\.$/,
  ],
  [
    'a payment without its original',
    () => `update invoices set entry_id = -1 where entry_id = ${entryOf(whole, 'payment')}`,
    /^Entry \d+, a payment of order \d+ over 500 and VAT of 100, has 0 documents over 0 and 0\.$/,
  ],
  [
    'a refund without its credit note',
    () => `delete from invoices where entry_id = ${entryOf(partly, 'refund')}`,
    /^Entry \d+, a refund of order \d+ over 100 and VAT of 20, has 0 documents over 0 and 0\.$/,
  ],
  [
    'an original over another amount',
    () => `update invoices set net = net + 1, gross = gross + 1 where entry_id = ${entryOf(whole, 'payment')}`,
    /^Entry \d+, a payment of order \d+ over 500 and VAT of 100, has 1 documents over 501 and 100\.$/,
  ],
  [
    'a payment that nobody invoices',
    () => `delete from invoices_due where type = 'original'`,
    /^Entry \d+, a payment of order \d+ over 250 and VAT of 50, has 0 documents/,
  ],
  [
    'an entry that would be invoiced again',
    () => `update invoices_due set entry_id = ${entryOf(whole, 'payment')} where type = 'original'`,
    /^Entry \d+ has a document, and is to get one\.$/,
  ],
  [
    'a credit note that corrects less than it is over',
    () => `delete from invoice_corrections`,
    /^Credit note \d+ is over 120, and corrects originals by 0\.$/,
  ],
  [
    'an original that is corrected by more than it is over',
    () => `update invoice_corrections set net = net + 5000, gross = gross + 5000`,
    /^Original \d+ is over 1200, and is corrected by 5120\.$/,
  ],
  [
    'a credit note that corrects what another order paid',
    () => `update invoice_corrections set original_id = (select invoice_id from invoice_orders where order_id = ${whole})`,
    /^Credit note \d+, of order \d+, corrects original \d+, of order \d+\.$/,
  ],
  [
    'a gap in a series',
    () => `update invoices set number = number + 1 where id = (select max(id) from invoices where type = 'original')`,
    /^The series of original says that 5 is its last number; its documents and gaps are 5 numbers, the last is 6\.$/,
  ],
  [
    'a counter that is behind',
    () => `update invoice_series set last = last - 1 where type = 'credit-note'`,
    /^The series of credit-note says that 1 is its last number; its documents and gaps are 2 numbers, the last is 2\.$/,
  ],
  [
    'VAT that documents and ledger see otherwise',
    () =>
      `update invoices set document = jsonb_set(document, '{vat_groups,0,vat}', '"99"') where entry_id = ${entryOf(whole, 'payment')}`,
    /^VAT of AT at 2000 basis points: documents say \d+, the ledger \d+\.$/,
  ],
  [
    'a paid period that is longer than what was bought',
    () => `update service_periods set period_to = period_to + interval '1 day' where period_from > '2027-03-20'`,
    /^Service \d+ paid 1 months from 2027-03-31T12:00:00\.000Z, which is to 2027-04-30T12:00:00\.000Z and not 2027-05-01T12:00:00\.000Z\.$/,
  ],
  [
    'a period that its line does not know',
    () => `update order_lines set period_to = period_to + interval '1 day' where service_id = ${renewed}`,
    /^Service \d+ has a period from 2027-02-28 12:00:00\+00 that is paid; line \d+ of order \d+, which is paid, is for service/,
  ],
  [
    'a period that was given without money',
    () => `update service_periods set state = 'ordered', paid_at = null where period_from < '2027-03-20'`,
    /^Service \d+ has a period from .* that is ordered; line \d+ of order \d+, which is paid,/,
  ],
  [
    'a renewal that was charged for nothing',
    () => `delete from service_periods where period_from > '2027-03-20'`,
    /^Line \d+ of order \d+ renews service \d+, and no period of it is paid\.$/,
  ],
  [
    'a gap between periods',
    () => `update service_periods set period_from = period_from + interval '1 hour' where period_from > '2027-03-20'`,
    /^Service \d+ is paid until 2027-03-31 12:00:00\+00, and from 2027-03-31 13:00:00\+00 on\.$/,
  ],
  [
    'a service that is paid for longer than was charged',
    () => `update services set expiry_at = expiry_at + interval '1 day' where id = ${renewed}`,
    /^Service \d+ says it is paid until 2027-05-01 12:00:00\+00; its last paid period ends at 2027-04-30 12:00:00\+00\.$/,
  ],
  [
    'a service that does not last until where its end was moved',
    () => `insert into term_changes (service_id, changed_at, anchor_before, expiry_before, expiry_after)
      select id, '2027-03-26', billing_anchor, expiry_at, '2027-06-01 12:00:00+00' from services where id = ${renewed}`,
    /^Service \d+ says it is paid until 2027-04-30 .* at 2027-04-30 12:00:00\+00, and its end was moved to 2027-06-01 12:00:00\+00\.$/,
  ],
  [
    'a server that serves and has no first period',
    () => `with served as (update orders set type = 'new-service' where id = ${whole})
      update order_lines set service_type = 'server', service_id = ${renewed} where ${lineOf(whole)}`,
    /^Line \d+ of order \d+ is for server \d+, which began to serve; no period of it is paid\.$/,
  ],
  [
    'a server that serves and was refunded',
    () => `with served as (update orders set type = 'new-service' where id = ${refundedWhole})
      update order_lines set service_type = 'server', service_id = ${renewed} where ${lineOf(refundedWhole)}`,
    /^Service \d+ is active, and its line \d+ was refunded\.$/,
  ],
  [
    'an order with a code that it does not use',
    () => 'delete from promo_uses',
    /^Order \d+ \(awaiting_payment\) has the promo code WELCOME, and uses none\.$/,
  ],
  [
    'a use of a code by an order without it',
    () => 'update orders set promo_code = null where promo_code is not null',
    /^Order \d+ \(awaiting_payment\) has the promo code none, and uses WELCOME\.$/,
  ],
  [
    'a receipt over another amount',
    () => 'update payment_receipts set amount = 501',
    /^Receipt r1 of sandbox for payment \d+ is over 501; entry \d+ is a deposit over 500\.$/,
  ],
  [
    'a payment that succeeded without money',
    () => 'delete from payment_receipts',
    /^Payment \d+ over 500 is succeeded; its gateway sent 0\.$/,
  ],
  [
    'money of a gateway without a receipt',
    () => 'delete from payment_receipts',
    /^Receipts and ledger of account \d+ differ: gateway sandbox has sent 0 by its receipts, and 500 by the ledger\.$/,
  ],
  [
    'a deposit that nobody paid',
    () => `delete from payment_orders`,
    /^Order \d+ is a deposit and paid, and no payment for it succeeded\.$/,
  ],
  [
    'a payment that has ended and is still the attempt',
    () => `update payment_orders set stage = 'open'`,
    /^Payment \d+ is succeeded, and still the attempt for order \d+\.$/,
  ],
];

test.each(BREAKS)('auditBilling finds %s', async (_, statement, sentence) => {
  expect(await findingsOf(statement())).toContainEqual(expect.stringMatching(sentence));
});
