/** Opens the gateways of an installation for its worker, and the readers of their webhooks for its API. */
import { join } from 'node:path';
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import type { WebhookReader } from '@innkeeper/model/payments/webhook';
import { BankGateway } from './bank/driver.ts';
import { GatewayError, type GatewayPayment, type PaymentGateway } from './port.ts';
import { SandboxGateway } from './sandbox/driver.ts';
import { sandboxHint, sandboxWebhooks } from './sandbox/webhook.ts';
import type { StripeOptions } from './stripe/client.ts';
import { stripeHint, stripeWebhooks } from './stripe/webhook.ts';

export interface PaymentsOptions {
  /** Directory of the sandbox's payments. */
  directory: string;
  /** True for an installation without real customers. The sandbox then takes payments. */
  trial: boolean;
  /** URL of the console, which contains the sandbox's page. Defaults to a URL that leads nowhere. */
  consoleUrl?: string;
  /** Options of Stripe, or `null` to disable card payments. */
  stripe: StripeOptions | null;
}

const HINT_READERS: Readonly<Record<string, (body: Buffer) => WebhookHint>> = { sandbox: sandboxHint, stripe: stripeHint };

export class Payments {
  readonly #gateways: ReadonlyMap<string, () => Promise<PaymentGateway>>;

  constructor({ directory, trial, consoleUrl, stripe }: PaymentsOptions) {
    const gateways = new Map<string, () => Promise<PaymentGateway>>([['bank', memoize(async () => new BankGateway())]]);
    if (trial)
      gateways.set(
        'sandbox',
        memoize(async () => new SandboxGateway(join(directory, 'sandbox'), consoleUrl)),
      );
    // The library takes 20 MB of files, so it is loaded only if needed.
    if (stripe)
      gateways.set(
        'stripe',
        memoize(async () => new (await import('./stripe/driver.ts')).StripeGateway(stripe)),
      );
    this.#gateways = gateways;
  }

  /** Returns the gateway named in a payment's row. Throws `GatewayError('refused')` if the gateway is not configured here. */
  async gateway(name: string): Promise<PaymentGateway> {
    const open = this.#gateways.get(name);
    if (!open) throw new GatewayError('refused', `the gateway "${name}" is not configured for this worker`);
    return open();
  }

  /** Lists the payments for which the gateways of this installation have taken money since a time. Omits gateways that cannot list them. */
  async listPaid(since: Date): Promise<(GatewayPayment & { gateway: string })[]> {
    const found = [];
    for (const [gateway, open] of this.#gateways) {
      const paid = (await (await open()).listPaid(since)) ?? [];
      found.push(...paid.map((one) => ({ gateway, ...one })));
    }
    return found;
  }

  /** Returns the hint in a verified webhook of the gateway. */
  hint(name: string, body: Buffer): WebhookHint {
    return HINT_READERS[name]?.(body) ?? { about: 'nothing' };
  }
}

export interface WebhookSecrets {
  /** Secret of the sandbox, or `null` if the sandbox takes no payments. */
  sandbox: string | null;
  stripe: string | null;
}

/**
 * Opens the readers of the gateways whose webhooks can be verified here, by gateway. Loads everything now, because our own files may be out
 * of reach later.
 */
export async function openWebhookReaders({ sandbox, stripe }: WebhookSecrets): Promise<ReadonlyMap<string, WebhookReader>> {
  const readers = new Map<string, WebhookReader>();
  if (sandbox) readers.set('sandbox', sandboxWebhooks(sandbox));
  if (stripe) readers.set('stripe', await stripeWebhooks(stripe));
  return readers;
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
