import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatPostponed = ({ id, type, expiry_at, suspend_after }: OperatorReply<'postponeService'>): string =>
  `Service ${id} (${type}) is paid until ${expiry_at}, and not suspended before ${suspend_after}.`;

export const formatMoved = ({ id, type, status, before, expiry_at }: OperatorReply<'setService'>): string =>
  `Service ${id} (${type}) is ${status}, and lasts until ${expiry_at}; before, it was until ${before}.`;

export function formatSuspension({ id, type, status, reason, expiry_at }: OperatorReply<'suspendService'>): string {
  if (reason !== null) return `Service ${id} (${type}) is suspended until it is resumed by hand: ${reason}`;
  const paid = expiry_at === null ? '' : `, paid until ${expiry_at}`;
  return `Service ${id} (${type}) is no longer suspended by hand. It is ${status}${paid}.`;
}
