/**
 * Webhooks over HTTPS. The name is resolved here, every one of its addresses must be allowed, and the connection is pinned to the one that
 * was checked.
 */
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Mirror } from '@innkeeper/model/mirrors';
import { hostOf, portOf } from '@innkeeper/model/public-address';
import { refusedAddress, refusedReceiver } from '@innkeeper/model/webhooks/receiver';
import { pinnedTo, refusedAmong } from '../pinned-address.ts';
import type { WebhookAnswer, WebhookOrder, WebhookPort } from './port.ts';

export interface HttpWebhooksOptions {
  /** Places that may be asked although they are not public, also over http. */
  receivers?: readonly Mirror[];
  /** For tests: the addresses of a name. */
  resolve?: (host: string) => Promise<string[]>;
  /** For tests: from the DNS query to the end of the reply. */
  limitMs?: number;
}

const LIMIT_MS = 10_000;
/** Of the reply. */
const MOST_BYTES = 1_024;

/**
 * Asks the DNS servers itself. `dns.lookup` would take one of the process's 4 threads for as long as the customer's DNS server likes, and
 * files of guests wait for these threads.
 */
function openResolver(): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw new Error(`no addresses for ${host}`);
    return found;
  };
}

export class HttpWebhooks implements WebhookPort {
  readonly #receivers: readonly Mirror[];
  readonly #resolve: (host: string) => Promise<string[]>;
  readonly #limitMs: number;

  constructor({ receivers = [], resolve = openResolver(), limitMs = LIMIT_MS }: HttpWebhooksOptions = {}) {
    this.#receivers = receivers;
    this.#resolve = resolve;
    this.#limitMs = limitMs;
  }

  async send(order: WebhookOrder): Promise<WebhookAnswer | 'aborted'> {
    const began = performance.now();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limitMs);
    const signal = order.signal ? AbortSignal.any([order.signal, limit.signal]) : limit.signal;
    try {
      const { status, text } = await this.#ask(order, signal);
      const delivered = status >= 200 && status < 300;
      return { delivered, status, text, error: delivered ? null : refusal(status), ms: since(began) };
    } catch (error) {
      if (order.signal?.aborted) return 'aborted';
      const late = limit.signal.aborted && `There was no reply within ${this.#limitMs / 1000} s.`;
      return { delivered: false, status: null, text: null, error: late || sentenceOf(error), ms: since(began) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask({ url: text, headers, body }: WebhookOrder, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const url = new URL(text);
    const address = await this.#checkedAddress(url, signal);
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
      return { status: reply.statusCode ?? 0, text: await beginningOf(reply) };
    } finally {
      request.destroy();
    }
  }

  async #checkedAddress(url: URL, signal: AbortSignal): Promise<string> {
    // The operator may allow less than when it was added.
    const refusal = refusedReceiver(url.href, this.#receivers);
    if (refusal !== undefined) throw new Refused(refusal);
    const [host, port] = [hostOf(url), portOf(url)];
    const addresses = isIP(host) === 0 ? await unlessAborted(this.#resolve(host), signal).catch(unresolved) : [host];
    const why = refusedAmong(addresses, port, this.#receivers, (place) => refusedAddress(place, this.#receivers));
    if (why !== undefined) throw new Refused(why);
    const [first] = addresses;
    if (first === undefined) throw new Refused(UNRESOLVED);
    return first;
  }
}

/** What is said to the customer as it is. */
class Refused extends Error {}

const UNRESOLVED = 'The name of the URL has no address.';

function unresolved(): never {
  throw new Refused(UNRESOLVED);
}

function unlessAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
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

function refusal(status: number): string {
  if (status >= 300 && status < 400) return `The receiver answered ${status}. Redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `The receiver's certificate is not valid (${code}).`;
  return `The connection to the receiver failed (${code}).`;
}

const since = (began: number): number => Math.round(performance.now() - began);
