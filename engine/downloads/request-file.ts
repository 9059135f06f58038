/** Requests a file. Maps failures of the HTTP client to messages for the customer. */
import { isCertificateCode, OutgoingHttpError } from '../outgoing-http/error.ts';
import { getWithRedirects } from '../outgoing-http/get-with-redirects.ts';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { MAX_REDIRECTS } from './policy.ts';
import { DownloadError } from './port.ts';
import { type RemainingRange, rangeHeaders } from './remaining-range.ts';

/** Returns a reply with status 200, its body unread. With `rest` also a reply with status 206. Throws `DownloadError`. */
export async function requestFile(
  url: string,
  signal: AbortSignal,
  policy: OutgoingPolicy,
  rest?: RemainingRange,
): Promise<OutgoingReply> {
  const headers = { 'user-agent': 'innkeeper', accept: '*/*', ...(rest && rangeHeaders(rest)) };
  const reply = await getWithRedirects(url, { maxRedirects: MAX_REDIRECTS, headers }, policy, signal).catch((error: unknown) => {
    throw toDownloadError(error);
  });
  if (reply.status === 200 || (rest && reply.status === 206)) return reply;
  reply.close();
  const retryable = reply.status === 429 || reply.status >= 500;
  throw new DownloadError(`The URL answered with status ${reply.status}.`, { retryable, status: reply.status });
}

function toDownloadError(error: unknown): DownloadError {
  if (error instanceof OutgoingHttpError && error.failure === 'refused') {
    return new DownloadError(error.message, { retryable: false });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isCertificateCode(code))
    return new DownloadError(`The certificate of the URL's server is not valid (${code}).`, { retryable: false, cause: error });
  return new DownloadError('The server of the URL could not be reached.', { retryable: true, cause: error });
}
