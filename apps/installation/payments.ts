/**
 * How an installation takes money. The sandbox takes payments in a trial only (`payments.trial`), and a trial holds only while nobody
 * beyond this machine is meant to reach the API: else a customer would get servers for money that nobody moved. Without Stripe customers pay by bank transfer, as far as the catalogue offers that. Stripe is to send its
 * webhooks to `/webhooks/stripe`. Its secret key is the worker's alone; the API has the secret of webhooks.
 */
import type { PaymentsOptions, WebhookSecrets } from '@innkeeper/engine/payments/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import type { Gateway } from '@innkeeper/model/payments/offer';
import { consoleUrl, isOfThisMachine, listeningOf } from '../transport/transport.ts';

/** For the worker. Pages of gateways lead to the public URL, unless there is another one for them. */
export function paymentSettingsOf(values: ConfigurationOf<'worker'>): Omit<PaymentsOptions, 'directory'> {
  const secretKey = values['payments.stripe.secret_key'];
  return {
    trial: isTrial(values),
    consoleUrl: consoleUrl(listeningOf(values)),
    returnUrl: values['payments.return_url'] ?? values['api.public_url'] ?? 'http://localhost/',
    stripe: secretKey === null ? null : { secretKey },
  };
}

/** For the API. */
export function webhookSecretsOf(values: ConfigurationOf<'api'>): WebhookSecrets {
  return { sandbox: null, stripe: values['payments.stripe.webhook_secret'] };
}

/** Returns the gateways that are configured. Methods of the catalogue that need another one are not offered. `hasStripe`: whether its secrets are set. */
export function gatewaysOf(values: SharedConfiguration, hasStripe: boolean): Gateway[] {
  return [...(isTrial(values) ? (['sandbox'] as const) : []), ...(hasStripe ? (['stripe'] as const) : [])];
}

function isTrial(values: SharedConfiguration): boolean {
  return values['payments.trial'] && isOfThisMachine(listeningOf(values));
}
