/** Asks Stripe whether it accepts a secret key. Changes nothing at Stripe. */
import { seconds } from '@innkeeper/model/time/clock';
import { Stripe } from 'stripe';
import { openClient, type StripeOptions } from './client.ts';

export type StripeKeyState = 'accepted' | 'refused' | 'unreachable';

/** Short, because a person waits for the doctor. */
const TIMEOUT_MS = seconds(5);

/** Returns `accepted` also for a restricted key that may open payment pages, and `refused` for one that may not. */
export async function checkStripeKey(options: StripeOptions): Promise<StripeKeyState> {
  try {
    await openClient({ timeoutMs: TIMEOUT_MS, ...options }).checkout.sessions.list({ limit: 1 });
    return 'accepted';
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
    return status === 401 || status === 403 ? 'refused' : 'unreachable';
  }
}
