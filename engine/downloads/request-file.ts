/** Requests a file. Maps failures of the HTTP client to sentences for the customer. */
import { OutgoingHttpError } from '../outgoing-http/error.ts';
import { getWithRedirects } from '../outgoing-http/get-with-redirects.ts';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { MAX_REDIRECTS } from './policy.ts';
import { DownloadError } from './port.ts';

/** Returns a reply with status 200, its body unread. Throws `DownloadError`. */
export async function requestFile(url: string, signal: AbortSignal, policy: OutgoingPolicy): Promise<OutgoingReply> {
  const get = { maxRedirects: MAX_REDIRECTS, headers: { 'user-agent': 'innkeeper', accept: '*/*' } };
  const reply = await getWithRedirects(url, get, policy, signal).catch((error: unknown) => {
    throw toDownloadError(error);
  });
  if (reply.status === 200) return reply;
  reply.close();
  const retryable = reply.status === 429 || reply.status >= 500;
  throw new DownloadError(`The URL answered with status ${reply.status}.`, { retryable });
}

function toDownloadError(error: unknown): DownloadError {
  if (error instanceof OutgoingHttpError && error.failure === 'refused') {
    return new DownloadError(error.message, { retryable: false });
  }
  return new DownloadError('The server of the URL could not be reached.', { retryable: true, cause: error });
}
