import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatResetUser = ({ id, email }: OperatorReply<'resetUser'>): string =>
  `User ${id} (${email}) has no two-factor authentication any more, and is told by mail.`;
