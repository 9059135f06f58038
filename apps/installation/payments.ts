/**
 * Chooses the payment gateways of an installation from its configuration.
 *
 * The sandbox takes payments in a trial only (`payments.trial`), and only while nobody beyond this machine is meant to reach the API. Otherwise
 * customers would get servers without paying. The container of a trial publishes its port on this machine only. Without Stripe customers pay by
 * bank transfer, if the catalogue offers it. Stripe sends its webhooks to `/webhooks/stripe`. The worker gets the secret key of Stripe, and the
 * API gets the secret of its webhooks.
 */
import type { PaymentsOptions, WebhookSecrets } from '@innkeeper/engine/payments/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import type { Gateway } from '@innkeeper/model/payments/offer';
import { consoleUrl, isLocalOnly, listenSettingsOf } from '../transport/transport.ts';

/** Returns the options of the worker. */
export function paymentSettingsOf(values: ConfigurationOf<'worker'>): Omit<PaymentsOptions, 'directory'> {
  const secretKey = values['payments.stripe.secret_key'];
  return {
    trial: takesSandboxMoney(values),
    consoleUrl: consoleUrl(listenSettingsOf(values)),
    stripe: secretKey === null ? null : { secretKey },
  };
}

/** Returns the secrets with which the API verifies webhooks. */
export function webhookSecretsOf(values: ConfigurationOf<'api'>): WebhookSecrets {
  return { sandbox: null, stripe: values['payments.stripe.webhook_secret'] };
}

/**
 * Returns the configured gateways. Payment methods that need another gateway are not offered. `hasStripe` states whether the secrets of
 * Stripe are set.
 */
export function gatewaysOf(values: SharedConfiguration, hasStripe: boolean): Gateway[] {
  return [...(takesSandboxMoney(values) ? (['sandbox'] as const) : []), ...(hasStripe ? (['stripe'] as const) : [])];
}

/** Returns whether the sandbox takes payments. The API then refuses proxies that it was not told of (`http/guards/unknown-proxy.ts`). */
export function takesSandboxMoney(values: SharedConfiguration): boolean {
  const listening = listenSettingsOf(values);
  return values['payments.trial'] && (isLocalOnly(listening) || listening.isTrial);
}
