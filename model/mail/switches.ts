/** The mails that a user may switch off. Mails about debts, lost data and security are in none of them. */
import type { MailData, MailTemplate } from './templates.ts';

export const MAIL_SWITCHES = ['server-ready', 'renewal-ahead', 'renewed', 'deposit'] as const;
export type MailSwitch = (typeof MAIL_SWITCHES)[number];

/** Switch of each template, and the condition under which the switch covers a mail. Default: always. */
const COVERED: { readonly [Name in MailTemplate]?: { by: MailSwitch; if?: (data: MailData[Name]) => boolean } } = {
  'server-ready': { by: 'server-ready' },
  'renewal-ahead': { by: 'renewal-ahead' },
  'order-paid': { by: 'renewed', if: ({ renewed }) => renewed.length > 0 },
  'deposit-received': { by: 'deposit' },
};

/** Returns the switch that mutes this mail, or `null` for a mail that is always sent. */
export function switchOf<Name extends MailTemplate>(template: Name, data: MailData[Name]): MailSwitch | null {
  const covered: { by: MailSwitch; if?: (of: MailData[Name]) => boolean } | undefined = COVERED[template];
  return covered && (covered.if?.(data) ?? true) ? covered.by : null;
}
