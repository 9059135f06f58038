/** The gateways of an installation, for its worker, and the readers of their webhooks, for its API. */
import { join } from 'node:path';
import type { Hint } from '@innkeeper/model/payments/outcome';
import type { WebhookReader } from '@innkeeper/model/payments/webhook';
import { BankGateway } from './bank/driver.ts';
import { GatewayError, type PaymentGateway } from './port.ts';
import { SandboxGateway } from './sandbox/driver.ts';
import { sandboxHint, sandboxWebhooks } from './sandbox/webhook.ts';
import type { StripeOptions } from './stripe/client.ts';
import { stripeHint, stripeWebhooks } from './stripe/webhook.ts';

export interface PaymentsOptions {
  /** Where the sandbox keeps what it was asked. */
  directory: string;
  /** An installation in which nobody is a real customer: the sandbox takes payments. */
  trial: boolean;
  /** URL of the console, which has the sandbox's page. Default: a URL that leads nowhere. */
  consoleUrl?: string;
  /** Null: no card can be paid with. */
  stripe: StripeOptions | null;
}

const HINTS: Readonly<Record<string, (body: Buffer) => Hint>> = { sandbox: sandboxHint, stripe: stripeHint };

export class Payments {
  readonly #gateways: ReadonlyMap<string, () => Promise<PaymentGateway>>;

  constructor({ directory, trial, consoleUrl, stripe }: PaymentsOptions) {
    const gateways = new Map<string, () => Promise<PaymentGateway>>([['bank', once(async () => new BankGateway())]]);
    if (trial)
      gateways.set(
        'sandbox',
        once(async () => new SandboxGateway(join(directory, 'sandbox'), consoleUrl)),
      );
    // Its library takes 20 MB of files, so it is loaded where it is needed.
    if (stripe)
      gateways.set(
        'stripe',
        once(async () => new (await import('./stripe/driver.ts')).StripeGateway(stripe)),
      );
    this.#gateways = gateways;
  }

  /** The gateway of a payment's row. Throws `GatewayError('refused')` for one that is not configured here. */
  async gateway(name: string): Promise<PaymentGateway> {
    const open = this.#gateways.get(name);
    if (!open) throw new GatewayError('refused', `the gateway "${name}" is not configured for this worker`);
    return open();
  }

  /** What a verified webhook of the gateway tells. */
  hint(name: string, body: Buffer): Hint {
    return HINTS[name]?.(body) ?? { about: 'nothing' };
  }
}

export interface WebhookSecrets {
  /** For the sandbox, where it takes payments. */
  sandbox: string | null;
  stripe: string | null;
}

/** By gateway, those whose webhooks can be verified here. All that they need is loaded now: later our own files may be out of reach. */
export async function openWebhookReaders({ sandbox, stripe }: WebhookSecrets): Promise<ReadonlyMap<string, WebhookReader>> {
  const readers = new Map<string, WebhookReader>();
  if (sandbox) readers.set('sandbox', sandboxWebhooks(sandbox));
  if (stripe) readers.set('stripe', await stripeWebhooks(stripe));
  return readers;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
