/** Assembles a client from a table of operations, for any audience. */
import type { follow } from './follow.ts';
import { listing, type NextPage } from './listing.ts';
import { requestOf, type WireOperation } from './request.ts';
import { send } from './send.ts';
import type { AnyInput, CallOptions, StreamOptions } from './types.ts';

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

/** Parts in which the clients differ. */
export interface ClientParts {
  operations: Readonly<Record<string, WireOperation>>;
  nextPage: NextPage;
  /** Function that follows a stream. An audience without streams omits it, so that its bundle has no code for streams. */
  follow?: typeof follow;
}

/** Returns an object with one method per operation of the table. */
export function assembleClient<Client>(options: ClientOptions, { operations, nextPage, follow }: ClientParts): Client {
  const { token, retries = 4, timeout = 60_000, onUnauthenticated } = options;
  // Browsers reject a `fetch` that is called as a method of another object.
  const sender = { token, retries, timeout, onUnauthenticated, fetch: options.fetch ?? fetch.bind(globalThis) };
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const methods = Object.entries(operations).map(([name, operation]) => {
    const call = async (input: AnyInput = {}, callOptions: CallOptions = {}) =>
      send(sender, requestOf(baseUrl, operation, input), callOptions);
    if (operation.stream && follow)
      return [
        name,
        (input: AnyInput = {}, streamOptions: StreamOptions = {}) =>
          follow(sender, requestOf(baseUrl, operation, input), streamOptions),
      ];
    return [name, operation.paginated ? listing(call, nextPage) : call];
  });
  return Object.fromEntries(methods) as Client;
}
