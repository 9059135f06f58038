/**
 * How an installation takes money: `payments.json` in the home, made by the operator. Without it customers pay by bank transfer, as far
 * as the catalogue offers that.
 *
 *     { "returnUrl": "https://panel.example.com/orders", "stripe": true }
 *
 * Stripe's keys come from INNKEEPER_STRIPE_SECRET_KEY and INNKEEPER_STRIPE_WEBHOOK_SECRET, or from the file
 * (`"stripe": { "secretKey": ..., "webhookSecret": ... }`), which then must be readable by its owner alone. Stripe is to send its webhooks
 * to `/webhooks/stripe`. The secret key is the worker's alone; the API has the other one.
 *
 * `"trial": true`: nobody is a real customer here, and the sandbox takes payments. With it a live key of Stripe is refused.
 */
import { readIfThere } from '@innkeeper/engine/atomic';
import type { PaymentsOptions, WebhookSecrets } from '@innkeeper/engine/payments/open';
import { z } from 'zod';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { refuseOpenFile } from './operators-file.ts';

const PaymentsFile = z.strictObject({
  trial: z.boolean().default(false),
  returnUrl: z.url({ protocol: /^https?$/ }).optional(),
  stripe: z
    .union([z.literal(true), z.strictObject({ secretKey: z.string().min(1), webhookSecret: z.string().min(1) })])
    .nullable()
    .default(null),
});

export type PaymentSettings = Omit<PaymentsOptions, 'directory'>;

/** For the worker. `publicUrl`: where pages of gateways lead to unless the file says so. Fails with `FatalStart`, naming what is wrong. */
export async function readPaymentSettings(
  home: Home,
  env: NodeJS.ProcessEnv,
  { publicUrl }: { publicUrl: string | null },
): Promise<PaymentSettings> {
  const { trial, returnUrl = publicUrl ?? 'http://localhost/', stripe } = await read(home);
  if (!stripe) return { trial, returnUrl, stripe };
  const secretKey = env.INNKEEPER_STRIPE_SECRET_KEY || (stripe === true ? undefined : stripe.secretKey);
  if (!secretKey) throw new FatalStart(`${home.paymentsFile} names Stripe, but INNKEEPER_STRIPE_SECRET_KEY is missing.`);
  if (trial && /^[sr]k_live_/.test(secretKey))
    throw new FatalStart(`${home.paymentsFile} says that this is a trial, but the key of Stripe takes real money.`);
  return { trial, returnUrl, stripe: { secretKey } };
}

/** For the API. */
export async function readWebhookSecrets(home: Home, env: NodeJS.ProcessEnv): Promise<WebhookSecrets> {
  const { stripe } = await read(home);
  if (!stripe) return { sandbox: null, stripe: null };
  const secret = env.INNKEEPER_STRIPE_WEBHOOK_SECRET || (stripe === true ? undefined : stripe.webhookSecret);
  if (!secret) throw new FatalStart(`${home.paymentsFile} names Stripe, but INNKEEPER_STRIPE_WEBHOOK_SECRET is missing.`);
  return { sandbox: null, stripe: secret };
}

async function read(home: Home): Promise<z.output<typeof PaymentsFile>> {
  const text = await readIfThere(home.paymentsFile);
  const file = parsed(text ?? '{}', home.paymentsFile);
  if (file.stripe && file.stripe !== true) await refuseOpenFile(home.paymentsFile);
  return file;
}

function parsed(text: string, path: string): z.output<typeof PaymentsFile> {
  try {
    return PaymentsFile.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const what = issue ? `${issue.path.join('.') || 'its content'}: ${issue.message}` : 'it is not JSON';
    throw new FatalStart(`${path} cannot be used. ${what}`);
  }
}
