import type { MailData, MailTexts } from '../templates.ts';
import { money, openBalance, openOrder, paidBy, payOrder, targetOf } from './words.ts';

export const MONEY: Pick<MailTexts, 'deposit-received' | 'payment-kept' | 'payout-sent' | 'payout-returned' | 'balance-changed'> =
  {
    'deposit-received': ({ amount, balance, paid, page }) => ({
      subject: `Wir haben ${money(amount)} erhalten`,
      body: [`Vielen Dank. Wir haben ${money(amount)} ${paidBy(paid)} erhalten.`, balanceOf(balance), openBalance(page)],
    }),
    'payment-kept': (kept) => ({
      subject: `Wir haben ${money(kept.amount)} erhalten und Ihrem Guthaben hinzugefügt`,
      body: [
        `Wir haben ${money(kept.amount)} erhalten. ${whyKept(kept)}`,
        balanceOf(kept.balance),
        kept.order === null
          ? openBalance(kept.page)
          : kept.why === 'too-little'
            ? payOrder(kept.order, kept.page)
            : openOrder(kept.order, kept.page),
      ],
    }),
    'payout-sent': ({ amount, to, page }) => ({
      subject: `Wir haben Ihnen ${money(amount)} gesendet`,
      body: [
        `Wir haben ${money(amount)} ${targetOf(to)} gesendet. Es kann einige Werktage dauern, bis das Geld ankommt.`,
        openBalance(page),
      ],
    }),
    'payout-returned': ({ amount, to, balance, page }) => ({
      subject: `${money(amount)} konnten Ihnen nicht gesendet werden`,
      body: [
        `Wir wollten ${money(amount)} ${targetOf(to)} senden, aber das Geld konnte nicht zugestellt werden. Wir haben es wieder Ihrem Guthaben hinzugefügt.`,
        balanceOf(balance),
        'Bitte wenden Sie sich an den Support, wenn Sie das Geld auf andere Weise erhalten möchten.',
        openBalance(page),
      ],
    }),
    'balance-changed': ({ amount, charged, reason, balance, page }) => ({
      subject: charged
        ? `Wir haben ${money(amount)} von Ihrem Guthaben abgebucht`
        : `Wir haben Ihrem Guthaben ${money(amount)} hinzugefügt`,
      body: [
        charged
          ? `Unser Team hat ${money(amount)} von Ihrem Guthaben abgebucht.`
          : `Unser Team hat Ihrem Guthaben ${money(amount)} hinzugefügt.`,
        `Der Grund: ${reason}`,
        balanceOf(balance),
        openBalance(page),
      ],
    }),
  };

const balanceOf = (balance: string): string => `Ihr Guthaben beträgt jetzt ${money(balance)}.`;

function whyKept({ order, why, missing }: MailData['payment-kept']): string {
  if (order === null || why === 'no-order')
    return 'Die Zahlung passt zu keiner offenen Bestellung. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt. Damit werden Ihre nächsten Bestellungen bezahlt.';
  switch (why) {
    case 'too-little':
      return `Das reicht für die Bestellung ${order} nicht aus. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${missing === null ? '' : ` Für die Bestellung ${order} fehlen noch ${money(missing)}.`}`;
    case 'order-paid':
      return `Die Bestellung ${order} war bereits bezahlt. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt. Damit werden Ihre nächsten Bestellungen bezahlt.`;
    case 'order-gone':
      return `Die Bestellung ${order} war bereits storniert. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt. Sie können jederzeit neu bestellen.`;
    case 'not-allowed':
      return `Damit konnte die Bestellung ${order} nicht bezahlt werden, zum Beispiel wegen eines monatlichen Ausgabenlimits. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.`;
  }
}
