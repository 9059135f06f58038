/** Stripe's library with our own limits and with errors mapped to the port's. The key is used only here, and appears in no message. */
import { seconds } from '@innkeeper/model/time/clock';
import { Stripe } from 'stripe';
import { GatewayError } from '../port.ts';

export interface StripeOptions {
  secretKey: string;
  /** Server with Stripe's API, for tests. */
  server?: { host: string; port: number; protocol: 'http' | 'https' };
  timeoutMs?: number;
}

/** Timeout in milliseconds. Stripe itself gives up after 80 s. A later poll finds what Stripe has done by then. */
const TIMEOUT_MS = seconds(20);
/** Retries of one request with its key, within a second or two. The workflow handles longer outages, because it outlives this process. */
const RETRIES = 2;

export function openClient({ secretKey, server, timeoutMs = TIMEOUT_MS }: StripeOptions): Stripe {
  return new Stripe(secretKey, { maxNetworkRetries: RETRIES, timeout: timeoutMs, telemetry: false, ...server });
}

/** Runs a request. Throws only `GatewayError`. */
export async function mapStripeErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toGatewayError(error);
  }
}

/** Converts an error of Stripe's library. Throws errors of other origin. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  // Excludes the message and the raw reply, which may contain what a payer typed.
  const words = [error.type, error.code, error.statusCode, error.requestId].filter((word) => word !== undefined && word !== '');
  return new GatewayError(kindOf(error), `Stripe: ${words.join(' ')}`);
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): GatewayError['kind'] {
  const { statusCode = 0 } = error;
  // 409: a request with the same key is in progress.
  if (statusCode === 429 || statusCode === 409) return 'busy';
  return statusCode >= 400 && statusCode < 500 ? 'refused' : 'lost';
}
