import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatPostponed = ({ id, type, expiry_at, suspend_after }: OperatorReply<'postponeService'>): string =>
  `Service ${id} (${type}) is paid until ${expiry_at}, and is not suspended before ${suspend_after}.`;

export const formatMoved = ({ id, type, status, before, expiry_at }: OperatorReply<'setService'>): string =>
  `Service ${id} (${type}) is ${status} and expires at ${expiry_at}. The previous expiry was ${before}.`;

export function formatSuspension({ id, type, status, reason, expiry_at }: OperatorReply<'suspendService'>): string {
  if (reason !== null) return `Service ${id} (${type}) is suspended until staff resume it: ${reason}`;
  const paid = expiry_at === null ? '' : `, paid until ${expiry_at}`;
  return `Service ${id} (${type}) is no longer suspended by staff. It is ${status}${paid}.`;
}
