/** Stripe's library with our own limits, and its errors as the port has them. The key is nowhere else, and in no message. */
import { seconds } from '@innkeeper/model/clock';
import { Stripe } from 'stripe';
import { GatewayError } from '../port.ts';

export interface StripeOptions {
  secretKey: string;
  /** Tests: a server that speaks Stripe's API. */
  server?: { host: string; port: number; protocol: 'http' | 'https' };
  timeoutMs?: number;
}

/** Stripe itself gives up after 80 s; what it did until then is found by a look. */
const TIMEOUT_MS = seconds(20);
/** Of one request, with its key, within a second or two: what takes longer is a matter of the workflow, which outlives this process. */
const RETRIES = 2;

export function openClient({ secretKey, server, timeoutMs = TIMEOUT_MS }: StripeOptions): Stripe {
  return new Stripe(secretKey, { maxNetworkRetries: RETRIES, timeout: timeoutMs, telemetry: false, ...server });
}

/** Runs a request. Throws `GatewayError` only. */
export async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toGatewayError(error);
  }
}

export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  // Neither its message nor its raw reply: they may carry what a payer typed.
  const words = [error.type, error.code, error.statusCode, error.requestId].filter((word) => word !== undefined && word !== '');
  return new GatewayError(kindOf(error), `Stripe: ${words.join(' ')}`);
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): GatewayError['kind'] {
  const { statusCode = 0 } = error;
  // 409: the same key is being worked on.
  if (statusCode === 429 || statusCode === 409) return 'busy';
  return statusCode >= 400 && statusCode < 500 ? 'refused' : 'lost';
}
