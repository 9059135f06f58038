/**
 * A typed client of the API.
 *
 *     const client = createClient({ baseUrl: 'https://api.example.com/v1', token });
 *     const server = await client.deployServer({ name: 'web-1', plan: 'vps-1', image_id: 1 });
 *     await client.restartServer({ server: server.id });
 *     for await (const { hostname } of client.listServers({ 'filter[search]': 'web' })) console.log(hostname);
 *     for await (const event of client.streamEvents()) if (event.type === 'server') console.log(event.data.state);
 */
import { follow } from './follow.ts';
import { listing } from './listing.ts';
import { OPERATIONS } from './operations.gen.ts';
import { requestOf, type WireOperation } from './request.ts';
import { send } from './send.ts';
import type { AnyInput, CallOptions, Client, StreamOptions } from './types.ts';

export interface ClientOptions {
  /** Address of the API with its version: `https://api.example.com/v1`, or `/v1` in a page that the API serves. */
  baseUrl: string;
  /** Access token. Default: none, so a browser sends the cookie of its session if the API is of the page's own origin. */
  token?: string;
  /** Replaces the global `fetch`: to trust a certificate of your own, or in tests. */
  fetch?: typeof fetch;
  /** How often a call is tried again when the network fails or the API is busy. Default 4. */
  retries?: number;
  /** Milliseconds for one attempt. Default: a minute. */
  timeout?: number;
}

/**
 * Makes a client: a method per operation, by its name. A call takes path, query and body as one flat object, and throws an
 * `ApiError` when it is refused. It is tried again after network failures and 409 `idempotency_running` and `not_ready`, 429 and 503, with
 * the pauses that the API asks for. Changes are sent with an Idempotency-Key, so that nothing is done twice.
 */
export function createClient(options: ClientOptions): Client {
  const { token, retries = 4, timeout = 60_000 } = options;
  // Browsers refuse a `fetch` that is called as a method of another object.
  const sender = { token, retries, timeout, fetch: options.fetch ?? fetch.bind(globalThis) };
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const methods = Object.entries(OPERATIONS as Record<string, WireOperation>).map(([name, operation]) => {
    const call = async (input: AnyInput = {}, callOptions: CallOptions = {}) =>
      send(sender, requestOf(baseUrl, operation, input), callOptions);
    const stream = (input: AnyInput = {}, callOptions: StreamOptions = {}) =>
      follow(sender, requestOf(baseUrl, operation, input), callOptions);
    if (operation.stream) return [name, stream];
    return [name, operation.paginated ? listing(call) : call];
  });
  return Object.fromEntries(methods) as Client;
}
