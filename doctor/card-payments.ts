/** Explains why customers cannot choose to pay by card. Returns no finding if the catalogue has no cards and Stripe has no key. */
import type { Database } from '@innkeeper/db/schema';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { StripeKeyState } from '@innkeeper/engine/payments/stripe/check';
import { explainNotOffered, type Gateway } from '@innkeeper/model/payments/offer';
import type { Kysely } from 'kysely';

export interface CardSetup {
  /** Gateways that are configured here. */
  gateways: readonly Gateway[];
  /** True for each secret of Stripe that is set. */
  secrets: { key: boolean; webhooks: boolean };
  /** Asks Stripe whether it accepts the secret key. Called only if cards use Stripe and both secrets are set. */
  askStripe(): Promise<StripeKeyState>;
}

const NAME = 'card payments';
const SET_KEYS =
  './innkeeper config set payments.stripe.secret_key_file=FILE payments.stripe.webhook_secret_file=FILE, then restart';
const SET_DRIVER = 'set driver: stripe for the payment method card in the catalogue, and apply it';

export async function checkCardPayments(
  db: Kysely<Database>,
  { gateways, secrets, askStripe }: CardSetup,
): Promise<HostFinding[]> {
  const card = await db
    .selectFrom('payment_methods')
    .select('driver')
    .where('key', '=', 'card')
    .where('enabled', '=', true)
    .executeTakeFirst();
  const warn = (why: string, remedy: string): HostFinding[] => [{ name: NAME, ok: 'warn', why, remedy }];
  const hasKeys = secrets.key || secrets.webhooks;
  if (card === undefined)
    return hasKeys
      ? warn('are not offered: Stripe has a key, but the catalogue has no payment method card', `add card; ${SET_DRIVER}`)
      : [];
  if (card.driver !== 'stripe') {
    if (hasKeys) return warn(`do not reach Stripe: the driver of the method card is ${card.driver}`, SET_DRIVER);
    const why = explainNotOffered(card.driver, { gateways, iban: null });
    return why === undefined ? [] : warn(`are not offered: ${why}`, `to take cards, ${SET_DRIVER}; ${SET_KEYS}`);
  }
  const missing = [
    ...(secrets.key ? [] : ['payments.stripe.secret_key']),
    ...(secrets.webhooks ? [] : ['payments.stripe.webhook_secret']),
  ];
  if (missing.length > 0)
    return warn(`are not offered: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set`, SET_KEYS);
  const state = await askStripe();
  if (state === 'accepted') return [{ name: NAME, ok: true, why: 'Stripe accepts the key', remedy: null }];
  if (state === 'refused')
    return [{ name: NAME, ok: false, why: 'fail: Stripe refuses the key, so no payment page opens', remedy: SET_KEYS }];
  return warn('cannot be checked: Stripe does not answer', 'check the connection of this host to api.stripe.com');
}
