/** The `Idempotency-Key` header, which every change accepts. domain/access/idempotency.ts defines its effect. */
import { createHash } from 'node:crypto';
import { takesIdempotencyKey } from '@innkeeper/contract/common';
import type { Method } from '@innkeeper/contract/define';
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
export function idempotentRequest(context: RequestContext): IdempotentRequest | undefined {
  const { route } = context;
  return route && takesIdempotencyKey(route.operation) ? keyedRequest(context, route.operation.method) : undefined;
}

/** Returns the key and fingerprint of a request, or `undefined` if it has no key. Throws `validation` for an invalid key. */
export function keyedRequest(context: RequestContext, method: Method): IdempotentRequest | undefined {
  const { request, query, body, files, caller } = context;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const path = request.url.split('?', 1)[0];
  const servers = caller?.servers ? [caller.servers] : [];
  const parts = [method, path, query, body ?? null, ...filesIn(files), ...servers];
  return { key: requireIdempotencyKey(String(key)), fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest() };
}

/** Returns the part of a fingerprint that covers the files of a form. */
const filesIn = (files: readonly UploadedFile[]): unknown[] => files.map(({ name, type, sha256 }) => [name, type, sha256]);
