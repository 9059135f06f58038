/** Sends GET requests that follow redirects. Each target is checked against the policy again. */
import { OutgoingHttpError } from './error.ts';
import type { OutgoingPolicy } from './policy.ts';
import { type OutgoingReply, type OutgoingRequest, sendRequest } from './send-request.ts';

export interface RedirectingGet extends Pick<OutgoingRequest, 'headers'> {
  /** Maximum number of redirects. A further redirect is refused. */
  maxRedirects: number;
}

/** Returns the first reply that does not redirect, like `sendRequest`. Throws `OutgoingHttpError` also for a refused redirect. */
export async function getWithRedirects(
  from: string,
  { headers, maxRedirects }: RedirectingGet,
  policy: OutgoingPolicy,
  signal: AbortSignal,
): Promise<OutgoingReply> {
  let url = from;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const reply = await sendRequest(url, { method: 'GET', headers }, policy, signal);
    const { location } = reply.headers;
    if (!isRedirect(reply.status) || location === undefined) return reply;
    reply.close();
    if (!URL.canParse(location, url)) {
      throw new OutgoingHttpError('refused', 'The URL redirects to something that is not a URL.');
    }
    url = new URL(location, url).href;
  }
  throw new OutgoingHttpError('refused', `The URL redirects more than ${maxRedirects} times.`);
}

/** Returns whether an HTTP status is 3xx. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;
