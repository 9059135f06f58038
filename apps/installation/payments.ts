/**
 * How an installation takes money. Without Stripe customers pay by bank transfer, as far as the catalogue offers that. Stripe is to send its
 * webhooks to `/webhooks/stripe`. Its secret key is the worker's alone; the API has the secret of webhooks.
 */
import type { PaymentsOptions, WebhookSecrets } from '@innkeeper/engine/payments/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import type { Gateway } from '@innkeeper/model/payments/offer';

/** For the worker. Pages of gateways lead to the public URL, unless there is another one for them. */
export function paymentSettingsOf(values: ConfigurationOf<'worker'>): Omit<PaymentsOptions, 'directory'> {
  const secretKey = values['payments.stripe.secret_key'];
  return {
    trial: values['payments.trial'],
    returnUrl: values['payments.return_url'] ?? values['api.public_url'] ?? 'http://localhost/',
    stripe: secretKey === null ? null : { secretKey },
  };
}

/** For the API. */
export function webhookSecretsOf(values: ConfigurationOf<'api'>): WebhookSecrets {
  return { sandbox: null, stripe: values['payments.stripe.webhook_secret'] };
}

/** Returns the gateways that are configured. Methods of the catalogue that need another one are not offered. `hasStripe`: whether its secrets are set. */
export function gatewaysOf(values: { 'payments.trial': boolean }, hasStripe: boolean): Gateway[] {
  return [...(values['payments.trial'] ? (['sandbox'] as const) : []), ...(hasStripe ? (['stripe'] as const) : [])];
}
