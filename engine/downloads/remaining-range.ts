/**
 * Decides whether a broken download may resume where it broke. Only a strong ETag proves that a server still has the same bytes. Without
 * one, two versions of a file could be mixed. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** The rest of a file from a byte on, provided that the file still has this ETag. Without one, a digest must prove the whole file. */
export interface RemainingRange {
  from: number;
  etag: string | null;
}

/** Returns the ETag with which the rest can be requested later. `null` if there is none, or the server refuses ranges. */
export function strongEtag({ etag, 'accept-ranges': ranges }: IncomingHttpHeaders): string | null {
  return etag !== undefined && /^"[^"]*"$/.test(etag) && ranges !== 'none' ? etag : null;
}

/** Returns the headers of the request. A server whose file has changed replies 200 with the whole file (RFC 9110, 13.1.5). */
export function rangeHeaders({ from, etag }: RemainingRange): Record<string, string> {
  return { range: `bytes=${from}-`, ...(etag !== null && { 'if-range': etag }) };
}

/**
 * Returns whether a reply contains exactly the rest. `total` is the file's size in bytes, or `null` if the first reply did not declare it.
 */
export function isRemainder(
  reply: { status: number; headers: IncomingHttpHeaders },
  { from }: RemainingRange,
  total: number | null,
): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(reply.headers['content-range'] ?? '') ?? [];
  return (
    reply.status === 206 &&
    Number(first) === from &&
    Number(last) === Number(size) - 1 &&
    Number(size) === (total ?? Number(size))
  );
}
