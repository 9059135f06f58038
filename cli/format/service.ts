import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatPostponed = ({ id, type, expiry_at, suspend_after }: OperatorReply<'postponeService'>): string =>
  `Service ${id} (${type}) is paid until ${expiry_at}, and not suspended before ${suspend_after}.`;
