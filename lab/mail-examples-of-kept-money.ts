/** Cases of mails about money that is balance while other orders wait, by the name of their golden file. */
import type { MailData } from '@innkeeper/model/mail/templates';
import { example, type MailExample, TRANSFER } from './mail-example.ts';
import { PAGE } from './mail-example-frame.ts';

const KEPT: MailData['payment-kept'] = {
  amount: '6.00 EUR',
  balance: '6.00 EUR',
  order: null,
  why: 'no-order',
  missing: null,
  since: [],
  isReplaced: false,
  came: { by: 'transfer', iban: 'DE89 … 3000' },
  page: `${PAGE}/balance`,
};
const DEBTS = [
  { order: 14, amount: '12.00 EUR' },
  { order: 19, amount: '6.01 EUR' },
];
const PAY = { ...TRANSFER, reference: 'RF18 K7Q2 M4ZT 9XWA' };

export const KEPT_MONEY_EXAMPLES: Readonly<Record<string, MailExample>> = {
  'payment-kept-debt': example('payment-kept', {
    ...{ ...KEPT, balance: '18.00 EUR', debts: DEBTS.slice(0, 1), moreDebts: 0, lacks: null, pay: null },
  }),
  'payment-kept-debt-missing': example('payment-kept', {
    ...{ ...KEPT, debts: DEBTS.slice(1), moreDebts: 0, lacks: '0.01 EUR', pay: PAY },
  }),
  'payment-kept-debts-missing': example('payment-kept', {
    ...{ ...KEPT, since: [13], debts: DEBTS, moreDebts: 3, lacks: '48.01 EUR', pay: PAY },
  }),
  'payment-kept-debts-funds': example('payment-kept', {
    ...{ ...KEPT, order: 7, why: 'order-gone', isReplaced: true, came: { by: 'card', digits: '4242' } },
    ...{ debts: DEBTS, moreDebts: 0, lacks: '12.01 EUR', pay: null, page: `${PAGE}/orders/7` },
  }),
  'payment-kept-debts-suspended': example('payment-kept', {
    ...{ ...KEPT, debts: DEBTS, moreDebts: 0, lacks: null, pay: null, isSuspended: true },
  }),
};
