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
  /** URL of the API with its version: `https://api.example.com/v1`, or `/v1` in a page that the API serves. */
  baseUrl: string;
  /** Access token. Without a token, a browser sends the cookie of its session if the API has the same origin as the page. */
  token?: string;
  /** Replacement for the global `fetch`, for example to trust a private certificate, or in tests. */
  fetch?: typeof fetch;
  /** Maximum number of retries if the network fails or the API is busy, 4 by default. */
  retries?: number;
  /** Time limit of one attempt in milliseconds, 60,000 by default. */
  timeout?: number;
  /**
   * Called when the API answers a call with 401. If it resolves to true, the call is sent once more, with the same Idempotency-Key. It has no
   * time limit. Streams end instead.
   */
  onUnauthenticated?: () => Promise<boolean>;
}

/**
 * Creates a client with one method per operation. Each method has the name of its operation.
 *
 * A call takes path, query and body as one flat object. It throws an `ApiError` if the API refuses the request.
 *
 * A call is retried after a network failure, a timeout, 429, 503, and 409 with the code `idempotency_running` or `not_ready`. The API can
 * set the wait with `Retry-After`. A call whose reply contains a secret is not retried after a network failure or a timeout. A call that
 * accepts an Idempotency-Key gets one, so that retries apply the change once.
 */
export function createClient(options: ClientOptions): Client {
  const { token, retries = 4, timeout = 60_000, onUnauthenticated } = options;
  // Browsers reject a `fetch` that is called as a method of another object.
  const sender = { token, retries, timeout, onUnauthenticated, fetch: options.fetch ?? fetch.bind(globalThis) };
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
