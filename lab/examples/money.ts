import { deposit } from '@innkeeper/db/ledger';
import { requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { renderInvoices } from '@innkeeper/jobs/render-invoices';
import { givenAccount } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenSeller, issueNow } from '../given-invoices.ts';
import { inDays } from './fixed-times.ts';
import { openRecorder } from './recorder.ts';
import type { Scene } from './scene.ts';

/** Records orders of an account without money, so that they wait. */
export async function recordOrders({ chain, image, examples }: Scene): Promise<void> {
  const poor = await givenAccount(chain.db);
  const other = openRecorder(chain, poor.token);
  const body = { name: 'db-1.example.com', plan: 'nano', image_id: image, password: 'correct horse battery' };
  const first = await chain.call('deployServer', { body }, { token: poor.token });
  const id = Number(first.headers['x-order-id']);
  await other.call('getOrder', { params: { id } });
  await other.call('explainOrder', { params: { id } });
  await other.call('updateOrder', { params: { id }, body: { promo_code: 'SPRING20' } });
  await other.call('depositFunds', { body: { amount: 20, payment_method: 'bank' } });
  await other.call('listOrders');
  await other.call('updateOrder', { params: { id }, body: { auto_pay: false } });
  await other.call('deleteOrder', { params: { id } });
  const second = await chain.call('deployServer', { body }, { token: poor.token });
  const paidIn = {
    accountId: poor.accountId,
    amount: 50_00n,
    gateway: 'bank' as const,
    paymentMethod: 'bank',
    description: 'Deposit',
    now: new Date(),
  };
  await chain.db.transaction().execute((trx) => deposit(trx, paidIn));
  await other.call('payOrders', { body: { order_ids: [Number(second.headers['x-order-id'])] } });
  Object.assign(examples, other.examples);
  await chain.worker.idle();
}

/** Records invoices. Their files are rendered before they are requested, as by a worker. */
export async function recordInvoices({ chain, call }: Scene): Promise<void> {
  await givenSeller(chain.db);
  await issueNow(chain.db);
  await call('listInvoices', { query: { per_page: 2 } });
  const originals = chain.db.selectFrom('invoices').select('id').where('type', '=', 'original');
  const { id } = await originals.orderBy('id').limit(1).executeTakeFirstOrThrow();
  await requestInvoiceFiles(chain.db, [id], 'pdf', new Date());
  await requestInvoiceFiles(chain.db, [id], 'ubl', new Date());
  await renderInvoices(givenJobCx(chain.db));
  await call('downloadInvoice', { params: { id } });
  await call('downloadInvoiceUbl', { params: { id } });
  await call('downloadInvoices', { body: { ids: [id] } });
}

export async function recordMoney({ chain, owner, call, keep }: Scene): Promise<void> {
  const { body: balance } = await chain.call('getBalance', {}, owner);
  keep('getBalance', { reply: { ...balance, estimated_expenses: 56.38, shortfall: 15.17, covered_until: inDays(25) } });
  await call('depositFunds', { body: { amount: 25, payment_method: 'bank' } });
  await call('listBalanceTransactions');
  await call('activateAffiliate');
  await call('updateReferralCode', { body: { referral_code: 'harbour-7' } });
  await call('getAffiliate');
  await call('listAffiliateConversions');
  await call('listAffiliatePayouts');
  await call('updateSshKey', { params: { id: 1 }, body: { name: 'desktop' } });
  await call('deleteSshKey', { params: { id: 1 } });
}

export async function recordSupportPlans({ chain, owner, call }: Scene): Promise<void> {
  const { accountId } = owner;
  const funds = {
    accountId,
    amount: 200_00n,
    gateway: 'bank' as const,
    paymentMethod: 'bank',
    description: 'Deposit',
    now: new Date(),
  };
  await chain.db.transaction().execute((trx) => deposit(trx, funds));
  await call('listSupportPlans');
  await call('purchaseSupportPlan', { body: { plan: 'premium', billing_cycle: 1 } });
  await call('getSupportPlan');
  await call('renewSupportPlan', { body: { billing_cycle: 3 } });
  await call('cancelSupportPlan', { body: { reason: 'No longer needed.', now: false } });
  await call('undoCancelSupportPlan');
}
