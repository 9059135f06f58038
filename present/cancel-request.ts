import type { CancelRequest } from '@innkeeper/contract/schemas/cancel-request';
import type { CancelRequest as Row } from '@innkeeper/db/tables/services';
import { iso } from './time.ts';

export function presentCancelRequest(request: Row | null): CancelRequest | null {
  return request && { id: request.id, now: Number(request.now), reason: request.reason, created_at: iso(request.created_at) };
}
