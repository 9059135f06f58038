/**
 * Webhooks over HTTPS. The name is resolved here, every one of its addresses must be allowed, and the connection is pinned to the one that
 * was checked.
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { type AddressPolicy, checkedAddress, openAddresses, RefusedAddress } from '../checked-address.ts';
import { pinnedTo } from '../pinned-address.ts';
import type { WebhookAnswer, WebhookOrder, WebhookPort } from './port.ts';

export interface HttpWebhooksOptions {
  /** Places that may be asked although they are not public, also over http. */
  receivers?: readonly Endpoint[];
  /** For tests: the addresses of a name. */
  resolve?: (host: string) => Promise<string[]>;
  /** For tests: from the DNS query to the end of the reply. */
  limitMs?: number;
}

const LIMIT_MS = 10_000;
/** Of the reply. */
const MOST_BYTES = 1_024;

export class HttpWebhooks implements WebhookPort {
  readonly #policy: AddressPolicy;
  readonly #limitMs: number;

  constructor({ receivers = [], resolve = openAddresses(), limitMs = LIMIT_MS }: HttpWebhooksOptions = {}) {
    this.#policy = { receivers, resolve };
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
      return { delivered, status, text, retryAfterMs, error: delivered ? null : refusal(status), ms: since(began) };
    } catch (error) {
      if (order.signal?.aborted) return 'aborted';
      const late = limit.signal.aborted && `There was no reply within ${this.#limitMs / 1000} s.`;
      const refused = { delivered: false, status: null, text: null, retryAfterMs: null };
      return { ...refused, error: late || sentenceOf(error), ms: since(began) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(
    { url: text, headers, body }: WebhookOrder,
    signal: AbortSignal,
  ): Promise<Pick<WebhookAnswer, 'retryAfterMs'> & { status: number; text: string }> {
    const url = new URL(text);
    const address = await checkedAddress(url, this.#policy, signal);
    const options: RequestOptions = {
      method: 'POST',
      signal,
      // A new connection: a pooled one could lead to another address.
      agent: false,
      lookup: pinnedTo(address),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'innkeeper-webhooks',
        'accept-encoding': 'identity',
      },
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      // Also after the reply's head, when the body is read no more.
      request.on('error', reject);
      request.end(body);
    });
    try {
      return { status: reply.statusCode ?? 0, text: await beginningOf(reply), retryAfterMs: retryAfterOf(reply.headers) };
    } finally {
      request.destroy();
    }
  }
}

/** Whatever comes later is not read. A body that breaks off, or that never ends, changes nothing: the status was said. */
async function beginningOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MOST_BYTES) break;
    }
  } catch {
    // Whatever came.
  }
  const text = Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
  // PostgreSQL has no place for a NUL.
  return text.replaceAll('\0', '\ufffd');
}

/** In seconds, or a date by the receiver's own clock. Anything else is nothing. */
function retryAfterOf({ 'retry-after': after = '', date = '' }: IncomingHttpHeaders): number | null {
  const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date);
  return ms > 0 ? ms : null;
}

function refusal(status: number): string {
  if (status >= 300 && status < 400) return `The receiver answered ${status}. Redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function sentenceOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `The receiver's certificate is not valid (${code}).`;
  return `The connection to the receiver failed (${code}).`;
}

const since = (began: number): number => Math.round(performance.now() - began);
