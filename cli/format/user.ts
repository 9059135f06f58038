import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatResetUser = ({ id, email }: OperatorReply<'resetUser'>): string =>
  `User ${id} (${email}) no longer has two-factor authentication and is notified by mail.`;

export const formatChangedUser = ({ id, email, new_email, counts_from, expires_at }: OperatorReply<'changeUser'>): string =>
  [
    `User ${id} (${email}) is sent a link at ${new_email}, valid until ${expires_at}. After it is used, the new address takes effect at ${counts_from}.`,
    `Anyone who reads the mail of ${email} can stop the change before then, and is notified now.`,
  ].join('\n');

export const formatWithdrawnUser = ({ id, email, new_email }: OperatorReply<'withdrawUser'>): string =>
  `User ${id} keeps the address ${email}. The links for ${new_email} are no longer valid.`;
