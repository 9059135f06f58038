/** How identity providers are asked: only at addresses that were checked, without redirects, and no more than so many bytes. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ProviderError } from '@innkeeper/model/openid/client';
import { type AddressPolicy, checkedAddress, RefusedAddress } from '../checked-address.ts';
import { pinnedTo } from '../pinned-address.ts';

/** Metadata and keys of the large providers have 2 to 20 kB. */
const MOST_BYTES = 256 * 1024;
/** A reply to these has no body. */
const BODILESS = [204, 205, 304];

/** As `openid-client` calls it. */
export interface AskOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** `signal`: ends it. Fails with `ProviderError`. */
export async function ask(
  text: string,
  { method, headers, body }: AskOptions,
  { policy, signal }: { policy: AddressPolicy; signal: AbortSignal },
): Promise<Response> {
  try {
    const url = new URL(text);
    const address = await checkedAddress(url, policy, signal);
    const sent = body === undefined || body === null ? undefined : String(body);
    const options: RequestOptions = {
      method,
      signal,
      // A new connection: a pooled one could lead to another address.
      agent: false,
      lookup: pinnedTo(address),
      headers: {
        ...headers,
        ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        'user-agent': 'innkeeper',
        'accept-encoding': 'identity',
      },
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    try {
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve);
        // Also after the reply's head, when the body is read no more.
        request.on('error', reject);
        request.end(sent);
      });
      const status = reply.statusCode ?? 0;
      if (status >= 300 && status < 400) throw new ProviderError('answer', `${url.host} redirects, which is not followed.`);
      const bytes = await bodyOf(reply, url.host);
      return new Response(BODILESS.includes(status) ? null : bytes, { status, headers: headersOf(reply) });
    } finally {
      request.destroy();
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (error instanceof RefusedAddress) throw new ProviderError('unreachable', error.message);
    if (signal.aborted) throw new ProviderError('unreachable', 'The identity provider did not answer in time.', error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new ProviderError('unreachable', `The connection to the identity provider failed (${code}).`, error);
  }
}

async function bodyOf(reply: IncomingMessage, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new ProviderError('answer', `${host} answered with more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** What is read of them. */
function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const name of ['content-type', 'www-authenticate', 'date'] as const) {
    const value = headers[name];
    if (value !== undefined) read.set(name, value);
  }
  return read;
}
