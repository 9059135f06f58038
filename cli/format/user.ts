import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatResetUser = ({ id, email }: OperatorReply<'resetUser'>): string =>
  `User ${id} (${email}) has no two-factor authentication any more, and is told by mail.`;

export const formatChangedUser = ({ id, email, new_email, counts_from, expires_at }: OperatorReply<'changeUser'>): string =>
  [
    `User ${id} (${email}) gets a link at ${new_email}, which has to be used until ${expires_at}. Then that address counts from ${counts_from} on.`,
    `Until then whoever reads the mail of ${email} can stop it, and is told now.`,
  ].join('\n');

export const formatWithdrawnUser = ({ id, email, new_email }: OperatorReply<'withdrawUser'>): string =>
  `User ${id} keeps the address ${email}: the links for ${new_email} work no longer.`;
