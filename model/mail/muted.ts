/** Mails that a user can switch off. Mails about debts and lost data are not among them. */
export const MUTED_MAILS = ['server-ready', 'renewal-ahead', 'renewed', 'deposit'] as const;

export type MutedMail = (typeof MUTED_MAILS)[number];
