/**
 * Requests to URLs that the operator set: the webhook and the ping of alerts. Such a URL may lead to a private address, because only the
 * operator can set it. Its addresses are the allowed endpoints of exactly this request.
 */
import { type Endpoint, formatEndpoint, parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { createServicePolicy } from './policy.ts';
import { type ResolveName, resolveByHost } from './resolve-name.ts';
import { sendRequest } from './send-request.ts';

const LIMIT_MS = 10_000;

/** Returns the addresses of a URL as endpoints, without link-local ones. Empty for a name that does not resolve. */
export async function resolveOperatorsEndpoints(text: string, resolveName: ResolveName = resolveByHost): Promise<Endpoint[]> {
  const url = new URL(text);
  const literal = parseEndpoint(formatEndpoint({ address: hostOf(url), port: portOf(url) }));
  if (literal) return [literal];
  const addresses = await resolveName(hostOf(url)).catch(() => []);
  return addresses.flatMap((address) => parseEndpoint(formatEndpoint({ address, port: portOf(url) })) ?? []);
}

/** Requests a ping URL once. Throws an error with a message for the operator unless the reply is 2xx within 10 s. */
export async function requestPing(
  url: string,
  { stopping, resolveName = resolveByHost }: { stopping?: AbortSignal | undefined; resolveName?: ResolveName } = {},
): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
  const policy = createServicePolicy(await resolveOperatorsEndpoints(url, resolveName), resolveName);
  const reply = await sendRequest(url, { method: 'GET', headers: { 'user-agent': 'innkeeper-ping' } }, policy, signal);
  reply.close();
  if (reply.status < 200 || reply.status >= 300) throw new Error(`The ping URL answered with status ${reply.status}.`);
}
