import type { MailData, MailTexts } from '../templates.ts';
import { openBalance, openOrder, paidBy, payOrder, targetOf } from './words.ts';

export const MONEY: Pick<MailTexts, 'deposit-received' | 'payment-kept' | 'payout-sent' | 'payout-returned' | 'balance-changed'> =
  {
    'deposit-received': ({ amount, balance, paid, page }) => ({
      subject: `We received ${amount}`,
      body: [`Thank you. We received ${amount} ${paidBy(paid)}.`, balanceOf(balance), openBalance(page)],
    }),
    'payment-kept': (kept) => ({
      subject: `We received ${kept.amount} and added it to your balance`,
      body: [
        `We received ${kept.amount}. ${whyKept(kept)}`,
        balanceOf(kept.balance),
        kept.order === null
          ? openBalance(kept.page)
          : kept.why === 'too-little'
            ? payOrder(kept.order, kept.page)
            : openOrder(kept.order, kept.page),
      ],
    }),
    'payout-sent': ({ amount, to, page }) => ({
      subject: `We sent you ${amount}`,
      body: [`We sent ${amount} to ${targetOf(to)}. It can take a few working days to arrive.`, openBalance(page)],
    }),
    'payout-returned': ({ amount, to, balance, page }) => ({
      subject: `${amount} could not be sent to you`,
      body: [
        `We tried to send ${amount} to ${targetOf(to)}, but the money could not be delivered. We added it to your balance again.`,
        balanceOf(balance),
        'Please contact support if you want the money in another way.',
        openBalance(page),
      ],
    }),
    'balance-changed': ({ amount, charged, reason, balance, page }) => ({
      subject: charged ? `We took ${amount} from your balance` : `We added ${amount} to your balance`,
      body: [
        `Our staff ${charged ? `took ${amount} from` : `added ${amount} to`} your balance.`,
        `The reason: ${reason}`,
        balanceOf(balance),
        openBalance(page),
      ],
    }),
  };

const balanceOf = (balance: string): string => `Your balance is now ${balance}.`;

function whyKept({ order, why, missing }: MailData['payment-kept']): string {
  if (order === null || why === 'no-order')
    return 'No open order matches this payment, so we added the money to your balance. It pays your next orders.';
  switch (why) {
    case 'too-little':
      return missing === null
        ? `This is not enough for order ${order}, so we added the money to your balance.`
        : `This is not enough for order ${order}, so we added the money to your balance. Order ${order} still needs ${missing}.`;
    case 'order-paid':
      return `Order ${order} was already paid, so we added the money to your balance. It pays your next orders.`;
    case 'order-gone':
      return `Order ${order} was already cancelled, so we added the money to your balance. You can order again at any time.`;
    case 'not-allowed':
      return `It could not pay order ${order}, for example because of a monthly spending cap, so we added the money to your balance.`;
  }
}
