/**
 * A typed client of the API.
 *
 *     const client = createClient({ baseUrl: 'https://api.example.com/v1', token });
 *     const server = await client.deployServer({ name: 'web-1', plan: 'vps-1', image_id: 1 });
 *     await client.restartServer({ server: server.id });
 *     for await (const { hostname } of client.listServers({ 'filter[search]': 'web' })) console.log(hostname);
 *     for await (const event of client.streamEvents()) if (event.type === 'server') console.log(event.data.state);
 */
import { assembleClient, type ClientOptions } from './assemble.ts';
import { follow } from './follow.ts';
import type { NextPage } from './listing.ts';
import { OPERATIONS } from './operations.gen.ts';
import type { Client } from './types.ts';

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
  return assembleClient<Client>(options, { operations: OPERATIONS, nextPage, follow });
}

const nextPage: NextPage = ({ meta }) => {
  const { current_page, last_page } = meta as { current_page: number; last_page: number };
  return current_page < last_page ? { page: current_page + 1 } : undefined;
};
