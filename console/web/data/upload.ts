/** Sends requests with files. `fetch` does not report upload progress, so they use `XMLHttpRequest`. */
import { createClient } from '@innkeeper/sdk/index';
import { askForSignIn } from './sign-in-again.ts';

export type Client = ReturnType<typeof createClient>;

/** Time limit in milliseconds. 30 MB take 8 minutes at 0.5 Mbit/s. */
const TIMEOUT_MS = 10 * 60_000;

/** Returns a client of the API that reports the sent share of each body, from 0 to 1. */
export const clientWithProgress = (onProgress: (share: number) => void): Client =>
  createClient({
    baseUrl: '/v1',
    timeout: TIMEOUT_MS,
    fetch: (input, init) => sendByXhr(String(input), init, onProgress),
    onUnauthenticated: askForSignIn,
  });

/** Sends one request. Like `fetch`, it resolves with every reply, and throws a `TypeError` without a reply. */
function sendByXhr(url: string, init: RequestInit = {}, onProgress: (share: number) => void): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('the request failed'));
    request.onabort = () => reject(signal?.reason ?? new TypeError('the request was aborted'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) request.abort();
    else request.send(body instanceof FormData ? body : null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return new Response(status === 204 ? null : (request.response as Blob), { status, headers });
}
