/** Acts of simulated customers on their servers, addons and referral codes. */
import { type Act, type Acts, type Business, type Customer, callOperation } from '../business.ts';
import { callWithQuote } from '../call-with-quote.ts';
import { idsOf, randomAddon, randomId } from '../random-rows.ts';

const PLANS = ['nano', 'micro', 'small', 'medium'];
const CODES = ['HALF', 'TENTH', 'LONG', 'RENEW', 'nonsense'];
const CPANEL = ['cpanel-admin-5', 'cpanel-pro-30'];
const SERVING = `status in ('active', 'suspended')`;

const promo = ({ random }: Business) => (random.oneIn(3) ? { promo_code: random.of(CODES) } : {});
const autoPay = ({ random }: Business) => (random.oneIn(3) ? { auto_pay: random.oneIn(2) } : {});

function addons({ random }: Business) {
  return {
    ...(random.oneIn(4) && { backups: true }),
    ...(random.oneIn(5) && { bandwidth: 1 + random.below(5) }),
    ...(random.oneIn(5) && { cpanel: random.of(CPANEL) }),
    ...(random.oneIn(4) && { microsoft_rds_sal: 1 + random.below(4) }),
    ...(random.oneIn(8) && { microsoft_office_sal: 1 + random.below(4) }),
  };
}

const order: Act = async (business, customer) => {
  const { random } = business;
  const body = {
    name: random.oneIn(4) ? ['web-1', 'web-2', 'web-3'].slice(0, 2 + random.below(2)) : 'web',
    ...{ plan: random.of(PLANS), billing_cycle: random.of([1, 1, 1, 3, 6, 12]) },
    ...{ image_id: business.imageId, ssh_keys: [customer.sshKeyId] },
    ...(random.oneIn(5) && { extra_ipv4: 1 + random.below(2) }),
    ...addons(business),
    ...promo(business),
    ...autoPay(business),
  };
  await callWithQuote(business, 'deployServer', { body }, customer);
};

const renew: Act = async (business, customer) => {
  const { random } = business;
  const ids = await idsOf(business, 'servers', SERVING, customer);
  if (ids.length === 0) return;
  const from = random.below(ids.length);
  const server_ids = ids.slice(from, from + 1 + random.below(3));
  const body = { server_ids, billing_cycle: random.of([1, 1, 2, 3, 12]), ...promo(business), ...autoPay(business) };
  await callWithQuote(business, 'renewServers', { body }, customer);
};

const ofServer =
  (name: Parameters<typeof callWithQuote>[1], body?: (business: Business) => object): Act =>
  async (business, customer) => {
    const id = await randomId(business, 'servers', SERVING, customer);
    if (id === undefined) return;
    if (body) await callWithQuote(business, name, { params: { id }, body: body(business) }, customer);
    else await callOperation(business, name, { params: { id } }, customer);
  };

const ofAddon =
  (name: 'cancelServerAddon' | 'undoCancelServerAddon'): Act =>
  async (business, customer) => {
    const addon = await randomAddon(business, customer);
    if (!addon) return;
    const params = { id: addon.server, addon_id: addon.id };
    if (name === 'undoCancelServerAddon') await callOperation(business, name, { params }, customer);
    else await callWithQuote(business, name, { params, body: { reason: 'at random', now: business.random.oneIn(2) } }, customer);
  };

const scaleAddons = ({ random }: Business) => ({
  microsoft_rds_sal: 1 + random.below(6),
  ...(random.oneIn(3) && { cpanel: random.of(CPANEL) }),
});

const joinAffiliates: Act = (business, customer) => callOperation(business, 'activateAffiliate', {}, customer);

const newReferralCode: Act = (business, customer: Customer) =>
  callOperation(business, 'updateReferralCode', { body: { referral_code: `harbour-${business.random.below(40)}` } }, customer);

export const CUSTOMER_ACTS: Acts = [
  [8, 'order', order],
  [4, 'renew', renew],
  [4, 'scale', ofServer('scaleServer', ({ random }) => ({ plan: random.of(PLANS), scale_disk: random.oneIn(4) }))],
  [3, 'buy addons', ofServer('purchaseServerAddons', (business) => ({ ...addons(business), ...autoPay(business) }))],
  [3, 'scale addons', ofServer('scaleServerAddons', scaleAddons)],
  [2, 'cancel an addon', ofAddon('cancelServerAddon')],
  [1, 'undo the cancel of an addon', ofAddon('undoCancelServerAddon')],
  [2, 'cancel', ofServer('cancelServer', ({ random }) => ({ now: random.oneIn(2) }))],
  [2, 'undo a cancel', ofServer('undoCancelServer')],
  [1, 'join the affiliates', joinAffiliates],
  [1, 'choose a referral code', newReferralCode],
];
