/** The reply of a deploy, for tests that call the use case directly. */
import assert from 'node:assert/strict';
import type { Server } from '@innkeeper/contract/schemas/server';
import type { Reply } from '@innkeeper/operations/define';
import { RawJson, WithHeaders } from '@innkeeper/present/reply';

export interface Deployed {
  servers: readonly Server[];
  orderId: number;
}

/** Returns the deployed servers and the id of their order. */
export function deployedIn(reply: Reply<'deployServer'>): Deployed {
  assert.ok(reply instanceof WithHeaders);
  const { body, headers } = reply;
  assert.ok(!(body instanceof RawJson));
  return { servers: 'data' in body ? body.data : [body], orderId: Number(headers['X-Order-Id']) };
}
