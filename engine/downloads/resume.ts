/**
 * Decides whether a download that broke off may continue where it broke. Only a strong ETag proves that a server still has the same bytes: without
 * one, two versions of a file could be mixed. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** The rest of a file from a byte on, if it is still the file with this ETag. */
export interface Rest {
  from: number;
  etag: string;
}

/** Returns the ETag of a reply by which its rest can be requested later. `null` if there is none, or the server refuses ranges. */
export function strongEtag({ etag, 'accept-ranges': ranges }: IncomingHttpHeaders): string | null {
  return etag !== undefined && /^"[^"]*"$/.test(etag) && ranges !== 'none' ? etag : null;
}

/** Headers of the request. A server whose file has changed answers 200 with all of it (RFC 9110, 13.1.5). */
export function restHeaders({ from, etag }: Rest): Record<string, string> {
  return { range: `bytes=${from}-`, 'if-range': etag };
}

/** Returns whether a reply holds exactly the rest. `total`: size of the file in bytes, or `null` if the first reply did not tell it. */
export function isRest(reply: { status: number; headers: IncomingHttpHeaders }, { from }: Rest, total: number | null): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(reply.headers['content-range'] ?? '') ?? [];
  return (
    reply.status === 206 &&
    Number(first) === from &&
    Number(last) === Number(size) - 1 &&
    Number(size) === (total ?? Number(size))
  );
}
