/** Idempotency-Key: taken with every change. What it means for the change stands in domain/access/idempotency.ts. */
import { createHash } from 'node:crypto';
import { takesIdempotencyKey } from '@innkeeper/contract/common';
import { checkedKey } from '@innkeeper/domain/access/idempotency';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Guard, RequestContext, Route } from '../request/context.ts';

export interface IdempotentRequest {
  key: string;
  /** sha256 over method, path, query and body as they were understood, so that spaces, the order of keys and a form's boundary do not matter; and the servers that the token is for, where it is not for all. */
  fingerprint: Buffer;
}

/** Refuses a key that cannot be one. */
export function idempotencyKey({ operation }: Route): Guard {
  if (!takesIdempotencyKey(operation)) return () => undefined;
  return ({ request }) => {
    const given = request.headers['idempotency-key'];
    if (given !== undefined) checkedKey(String(given));
    return undefined;
  };
}

/** Undefined when the request brought no key, or is of a kind that takes none. */
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

/** What a fingerprint has of the files of a form. */
export const filesIn = (files: readonly UploadedFile[]): unknown[] => files.map(({ name, type, sha256 }) => [name, type, sha256]);

export const fingerprintOf = (parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
