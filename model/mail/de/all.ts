/** All German texts. Texts for staff exist in English only. */
import type { MailTexts } from '../templates.ts';
import { ACCOUNT } from './account.ts';
import { CANCELLATIONS } from './cancellations.ts';
import { EMAIL_CHANGE } from './email-change.ts';
import { MEMBERS } from './members.ts';
import { MONEY } from './money.ts';
import { ORDERS } from './orders.ts';
import { RENEWALS } from './renewals.ts';
import { SERVICES } from './services.ts';
import { SIGN_IN } from './sign-in.ts';
import { SUPPORT } from './support.ts';

export const GERMAN: Omit<
  MailTexts,
  'approval-waiting' | 'approval-void' | 'approval-decided' | 'approval-expired' | 'operator-alerts'
> = {
  ...ORDERS,
  ...MONEY,
  ...RENEWALS,
  ...SERVICES,
  ...CANCELLATIONS,
  ...SUPPORT,
  ...SIGN_IN,
  ...EMAIL_CHANGE,
  ...ACCOUNT,
  ...MEMBERS,
};
