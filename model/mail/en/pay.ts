/** English texts that say how an order is paid. */
import { isZero } from '../amount.ts';
import { groupedIban } from '../iban.ts';
import type { MailPart } from '../text.ts';
import type { TransferTo, WayToPay } from '../ways.ts';
import { cardOf } from './words.ts';

/** Describes how the reader can pay. `amount`: the sum, or `null` for several orders. */
export function howToPay(pay: WayToPay, amount: string | null): MailPart[] {
  switch (pay.by) {
    case 'transfer':
      return ['Please transfer the amount to this account:', ...accountOf(pay, amount)];
    case 'page':
      return [`You can pay online with ${pay.name}, or choose another method.`];
    case 'card':
      return [`You can pay with your ${cardOf(pay.digits)}, or choose another method.`];
    case 'balance':
      if (isZero(pay.missing)) return ['Your balance is sufficient. You can pay with it, or choose another method.'];
      return [`Your balance lacks ${pay.missing}. Add funds, or choose another method.`];
    case 'failed-card': {
      const failed = `We could not charge your ${cardOf(pay.digits)}.`;
      if (typeof pay.transfer === 'object')
        return [
          `${failed} Please pay with another card, add funds, or transfer the amount to this account:`,
          ...accountOf(pay.transfer, amount),
        ];
      const ways = pay.transfer ? 'another card, by bank transfer or from your balance' : 'another card or from your balance';
      return [`${failed} Please pay with ${ways}. With enough funds, we pay automatically.`];
    }
  }
}

/** Returns the account and the reference for a transfer. */
export function accountOf({ holder, iban, bic, reference }: TransferTo, amount: string | null): MailPart[] {
  return [
    {
      facts: [
        ['Account holder', holder],
        ['IBAN', groupedIban(iban)],
        ...(bic === null ? [] : [['BIC', bic] as const]),
        ['Reference', reference],
        ...(amount === null ? [] : [['Amount', amount] as const]),
      ],
    },
    'Please give exactly this reference, so that we can assign your payment automatically.',
  ];
}

/** Describes how a renewal is paid. Returns whether the reader must act. */
export function howRenewalIsPaid(pay: WayToPay, amount: string | null): { parts: MailPart[]; mustAct: boolean } {
  if (pay.by === 'card')
    return { parts: [`We charge your ${cardOf(pay.digits)}. You do not need to do anything.`], mustAct: false };
  if (pay.by === 'balance' && !isZero(pay.missing))
    return {
      parts: [`Your balance pays the renewal as soon as it is sufficient. It lacks ${pay.missing}. Please add funds.`],
      mustAct: true,
    };
  return { parts: howToPay(pay, amount), mustAct: true };
}
