/** The `Idempotency-Key` header, which every change accepts. domain/access/idempotency.ts defines its effect. */
import { createHash } from 'node:crypto';
import { takesIdempotencyKey } from '@innkeeper/contract/common';
import { requireIdempotencyKey } from '@innkeeper/domain/access/idempotency';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Guard, RequestContext, Route } from '../request/context.ts';

export interface IdempotentRequest {
  key: string;
  /**
   * SHA-256 of method, path, query and body as parsed. Spaces, the order of keys and a form's boundary therefore do not matter. Includes
   * the servers of a token that is limited to servers.
   */
  fingerprint: Buffer;
}

/** Refuses an invalid key. */
export function idempotencyKey({ operation }: Route): Guard {
  if (!takesIdempotencyKey(operation)) return () => undefined;
  return ({ request }) => {
    const given = request.headers['idempotency-key'];
    if (given !== undefined) requireIdempotencyKey(String(given));
    return undefined;
  };
}

/** Returns the key and fingerprint of a request, or `undefined` if it has no key or its operation accepts none. */
export function idempotentRequest({ request, query, body, files, route, caller }: RequestContext): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !route || !takesIdempotencyKey(route.operation)) return undefined;
  const path = request.url.split('?', 1)[0];
  const servers = caller?.servers ? [caller.servers] : [];
  return {
    key: String(key),
    fingerprint: fingerprintOf([route.operation.method, path, query, body ?? null, ...filesIn(files), ...servers]),
  };
}

/** Returns the part of a fingerprint that covers the files of a form. */
export const filesIn = (files: readonly UploadedFile[]): unknown[] => files.map(({ name, type, sha256 }) => [name, type, sha256]);

/** Returns the SHA-256 of the parts as JSON. */
export const fingerprintOf = (parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
