/** Sends a webhook to the URL that the operator set, which may be private. */
import { resolveOperatorsEndpoints } from '../outgoing-http/operator-url.ts';
import { resolveByHost } from '../outgoing-http/resolve-name.ts';
import { HttpWebhooks } from './http.ts';
import type { WebhookAnswer, WebhookOrder } from './port.ts';

/** Sends one request. Allows exactly the addresses to which the URL resolves now. */
export async function sendToOperator(order: WebhookOrder): Promise<WebhookAnswer | 'aborted'> {
  return new HttpWebhooks({ receivers: await resolveOperatorsEndpoints(order.url), resolve: resolveByHost }).send(order);
}
