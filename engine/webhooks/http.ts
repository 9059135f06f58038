/** Sends webhooks over HTTPS. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { WebhookFailureCode } from '@innkeeper/model/webhooks/failures';
import { readBodyStart } from '../outgoing-http/body.ts';
import { isCertificateCode, OutgoingHttpError } from '../outgoing-http/error.ts';
import { isRedirect } from '../outgoing-http/get-with-redirects.ts';
import { createServicePolicy, type OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { ResolveName } from '../outgoing-http/resolve-name.ts';
import { sendRequest } from '../outgoing-http/send-request.ts';
import type { WebhookAnswer, WebhookOrder, WebhookPort } from './port.ts';

export interface HttpWebhooksOptions {
  /** Private endpoints that may be requested, also over http. */
  receivers?: Live<readonly Endpoint[]>;
  /** Resolver of names, for tests. */
  resolve?: ResolveName;
  /** Timeout in milliseconds from the DNS query to the end of the reply, 10 s by default. Tests set it. */
  limitMs?: number;
}

const LIMIT_MS = 10_000;
/** Number of bytes of the reply that are read. */
const MAX_BYTES = 1_024;

export class HttpWebhooks implements WebhookPort {
  readonly #policy: OutgoingPolicy;
  readonly #limitMs: number;

  constructor({ receivers = [], resolve, limitMs = LIMIT_MS }: HttpWebhooksOptions = {}) {
    this.#policy = createServicePolicy(receivers, resolve);
    this.#limitMs = limitMs;
  }

  async send(order: WebhookOrder): Promise<WebhookAnswer | 'aborted'> {
    const began = performance.now();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limitMs);
    const signal = order.signal ? AbortSignal.any([order.signal, limit.signal]) : limit.signal;
    try {
      const { status, text, retryAfterMs } = await this.#ask(order, signal);
      const delivered = status >= 200 && status < 300;
      const failed = delivered ? DELIVERED : failureOfStatus(status);
      return { delivered, status, text, retryAfterMs, ...failed, ms: elapsedMs(began) };
    } catch (error) {
      if (order.signal?.aborted) return 'aborted';
      const failed = limit.signal.aborted ? failureOfTime(this.#limitMs / 1000) : failureOf(error);
      const refused = { delivered: false, status: null, text: null, retryAfterMs: null };
      return { ...refused, ...failed, ms: elapsedMs(began) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(
    { url, headers, body }: WebhookOrder,
    signal: AbortSignal,
  ): Promise<Pick<WebhookAnswer, 'retryAfterMs'> & { status: number; text: string }> {
    const sent = { ...headers, 'content-type': 'application/json', 'user-agent': 'innkeeper-webhooks' };
    const reply = await sendRequest(url, { method: 'POST', headers: sent, body }, this.#policy, signal);
    try {
      const text = (await readBodyStart(reply, MAX_BYTES)).toString('utf8');
      // PostgreSQL cannot store a NUL in a text.
      return { status: reply.status, text: text.replaceAll('\0', '\ufffd'), retryAfterMs: parseRetryAfter(reply.headers) };
    } finally {
      reply.close();
    }
  }
}

/** Returns the delay of `Retry-After` in milliseconds, or `null`. The receiver gives it in seconds, or as a date of its own clock. */
function parseRetryAfter({ 'retry-after': after = '', date = '' }: IncomingHttpHeaders): number | null {
  const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date);
  return ms > 0 ? ms : null;
}

type Failed = Pick<WebhookAnswer, 'error' | 'failure'>;

const DELIVERED: Failed = { error: null, failure: null };

const failed = (code: WebhookFailureCode, detail: string | null, error: string): Failed => ({ error, failure: { code, detail } });

function failureOfStatus(status: number): Failed {
  const sentence = `The receiver answered with status ${status}.`;
  if (isRedirect(status)) return failed('redirect', String(status), `${sentence} Redirects are not followed.`);
  return failed('status', String(status), sentence);
}

const failureOfTime = (seconds: number): Failed => failed('no_reply', String(seconds), `There was no reply within ${seconds} s.`);

function failureOf(error: unknown): Failed {
  if (error instanceof OutgoingHttpError)
    return failed(error.failure === 'unresolved' ? 'unresolved' : 'forbidden', null, error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'ECONNREFUSED') return failed('refused', null, 'The receiver refused the connection.');
  if (isCertificateCode(code)) return failed('certificate', code, `The receiver's certificate is not valid (${code}).`);
  return failed('connection', code, `The connection to the receiver failed (${code}).`);
}

const elapsedMs = (began: number): number => Math.round(performance.now() - began);
