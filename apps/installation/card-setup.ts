/** Reads for `doctor` how an installation takes cards. The secret key of Stripe stays in this file. */
import { checkStripeKey, type StripeKeyState } from '@innkeeper/engine/payments/stripe/check';
import type { Gateway } from '@innkeeper/model/payments/offer';
import { loadConfiguration } from '../configuration/load.ts';
import type { Home } from './home.ts';
import { gatewaysOf } from './payments.ts';

/** Returns the configured gateways, which secrets of Stripe are set, and a function that asks Stripe about the key. */
export async function loadCardSetup(home: Home) {
  const { values } = await loadConfiguration(home, process.env);
  const secretKey = values['payments.stripe.secret_key'];
  const secrets = { key: secretKey !== null, webhooks: values['payments.stripe.webhook_secret'] !== null };
  return {
    gateways: gatewaysOf(values, secrets.key && secrets.webhooks) satisfies Gateway[],
    secrets,
    askStripe: async (): Promise<StripeKeyState> => (secretKey === null ? 'refused' : checkStripeKey({ secretKey })),
  };
}
