/**
 * A GET that reaches only public addresses and the operator's mirrors. The name is resolved here, every one of its addresses must
 * be allowed, and the connection is pinned to the checked address, so that a later DNS answer cannot change it. Each redirect is
 * checked again.
 */
import { lookup } from 'node:dns/promises';
import { get as httpGet, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIP } from 'node:net';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainAddressRefusal, explainUrlRefusal, hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { listOwnAddresses, pinnedTo } from '../pinned-address.ts';
import { DownloadError } from './port.ts';

const MOST_REDIRECTS = 5;
/** A connection without a byte for this long is considered dead. */
const SILENCE_MS = 30_000;

/** Name resolution, and the exceptions from "public addresses only". */
export interface NetworkPolicy {
  /** Addresses of a name. */
  resolve(host: string): Promise<string[]>;
  /** Addresses and ports that may be reached although they are not public. */
  mirrors: readonly Endpoint[];
}

export async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Returns a reply with status 200, its body unread. Fails with `DownloadError`. */
export async function fetchPublic(from: string, signal: AbortSignal, policy: NetworkPolicy): Promise<IncomingMessage> {
  let url = from;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const reply = await ask(url, signal, policy);
    const status = reply.statusCode ?? 0;
    if (status === 200) return reply;
    reply.destroy();
    const next = reply.headers.location;
    if (status < 300 || status >= 400 || next === undefined) throw answered(status);
    if (!URL.canParse(next, url)) throw final('The URL redirects to something that is not a URL.');
    url = new URL(next, url).href;
  }
  throw final(`The URL redirects more than ${MOST_REDIRECTS} times.`);
}

async function ask(text: string, signal: AbortSignal, policy: NetworkPolicy): Promise<IncomingMessage> {
  const url = new URL(text);
  const address = await checkedAddress(url, policy);
  const options: RequestOptions = {
    signal,
    timeout: SILENCE_MS,
    // A new connection: a pooled one could lead to another address.
    agent: false,
    lookup: pinnedTo(address),
    headers: { 'user-agent': 'innkeeper', accept: '*/*', 'accept-encoding': 'identity' },
  };
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    const request = get(url, options, resolve);
    request.on('timeout', () => request.destroy(new Error(`no data for ${SILENCE_MS} ms`)));
    request.on('error', (cause) => reject(unreachable(cause)));
  });
}

/** The address to connect to. Refused when any address of the name is not allowed: it could be used next. */
async function checkedAddress(url: URL, { resolve, mirrors }: NetworkPolicy): Promise<string> {
  const [host, port] = [hostOf(url), portOf(url)];
  const refusal = explainUrlRefusal(url.href, DOWNLOAD_RULES, mirrors);
  if (refusal !== undefined) throw final(refusal);
  const addresses = isIP(host) === 0 ? await resolve(host).catch(unresolved) : [host];
  const [first] = addresses;
  if (first === undefined) throw unreachable();
  const why = explainAddressRefusal(addresses, port, DOWNLOAD_RULES, mirrors, listOwnAddresses());
  if (why !== undefined) throw final(why);
  return first;
}

function answered(status: number): DownloadError {
  const passing = status === 429 || status >= 500;
  return new DownloadError(`The URL answered with status ${status}.`, { retryable: passing });
}

const unresolved = (cause: unknown): never => {
  throw unreachable(cause);
};
const final = (sentence: string) => new DownloadError(sentence, { retryable: false });
const unreachable = (cause?: unknown) =>
  new DownloadError('The server of the URL could not be reached.', { retryable: true, cause });
