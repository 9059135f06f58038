/** Mails that a user can switch off. Mails about debts, lost data and security are not among them. */
import type { MailData, MailTemplate } from './templates.ts';

export const MUTED_MAILS = ['server-ready', 'renewal-ahead', 'renewed', 'deposit'] as const;
export type MutedMail = (typeof MUTED_MAILS)[number];

/** Switch of each template, and the condition under which the switch covers a mail. Default: always. */
const COVERED: { readonly [Name in MailTemplate]?: { by: MutedMail; if?: (data: MailData[Name]) => boolean } } = {
  'server-ready': { by: 'server-ready' },
  'renewal-ahead': { by: 'renewal-ahead' },
  'order-paid': { by: 'renewed', if: ({ renewed }) => renewed.length > 0 },
  'deposit-received': { by: 'deposit' },
};

/** Returns the switch that mutes this mail, or `null` for a mail that is always sent. */
export function mutedBy<Name extends MailTemplate>(template: Name, data: MailData[Name]): MutedMail | null {
  const covered: { by: MutedMail; if?: (of: MailData[Name]) => boolean } | undefined = COVERED[template];
  return covered && (covered.if?.(data) ?? true) ? covered.by : null;
}
