/** German texts that say how an order is paid. */
import { isZero } from '../amount.ts';
import { groupedIban } from '../iban.ts';
import type { MailPart } from '../text.ts';
import type { TransferTo, WayToPay } from '../ways.ts';
import { cardOf, money } from './words.ts';

/** Describes how the reader can pay. `amount`: the sum, or `null` for several orders. */
export function howToPay(pay: WayToPay, amount: string | null): MailPart[] {
  switch (pay.by) {
    case 'transfer':
      return ['Bitte überweisen Sie den Betrag auf dieses Konto:', ...accountOf(pay, amount)];
    case 'page':
      return [`Sie können online mit ${pay.name} bezahlen oder eine andere Zahlungsart wählen.`];
    case 'card':
      return [`Sie können mit Ihrer ${cardOf(pay.digits)} bezahlen oder eine andere Zahlungsart wählen.`];
    case 'balance':
      if (isZero(pay.missing)) return ['Ihr Guthaben reicht aus. Sie können damit bezahlen oder eine andere Zahlungsart wählen.'];
      return [`In Ihrem Guthaben fehlen ${money(pay.missing)}. Bitte laden Sie es auf, oder wählen Sie eine andere Zahlungsart.`];
    case 'failed-card': {
      const failed = `Wir konnten von Ihrer ${cardOf(pay.digits)} nicht abbuchen.`;
      if (typeof pay.transfer === 'object')
        return [
          `${failed} Bitte bezahlen Sie mit einer anderen Karte, laden Sie Ihr Guthaben auf, oder überweisen Sie den Betrag auf dieses Konto:`,
          ...accountOf(pay.transfer, amount),
        ];
      const ways = pay.transfer
        ? 'mit einer anderen Karte, per Überweisung oder aus Ihrem Guthaben'
        : 'mit einer anderen Karte oder aus Ihrem Guthaben';
      return [`${failed} Bitte bezahlen Sie ${ways}. Reicht das Guthaben aus, wird automatisch bezahlt.`];
    }
  }
}

/** Returns the account and the reference for a transfer. */
export function accountOf({ holder, iban, bic, reference }: TransferTo, amount: string | null): MailPart[] {
  return [
    {
      facts: [
        ['Empfänger', holder],
        ['IBAN', groupedIban(iban)],
        ...(bic === null ? [] : [['BIC', bic] as const]),
        ['Verwendungszweck', reference],
        ...(amount === null ? [] : [['Betrag', money(amount)] as const]),
      ],
    },
    'Bitte geben Sie genau diesen Verwendungszweck an. So wird die Zahlung automatisch zugeordnet.',
  ];
}

/** Describes how a renewal is paid. Returns whether the reader must act. */
export function howRenewalIsPaid(pay: WayToPay, amount: string | null): { parts: MailPart[]; mustAct: boolean } {
  if (pay.by === 'card')
    return { parts: [`Wir buchen den Betrag von Ihrer ${cardOf(pay.digits)} ab. Sie müssen nichts tun.`], mustAct: false };
  if (pay.by === 'balance' && !isZero(pay.missing))
    return {
      parts: [
        `Die Verlängerung wird aus Ihrem Guthaben bezahlt, sobald es ausreicht. Es fehlen ${money(pay.missing)}. Bitte laden Sie Ihr Guthaben auf.`,
      ],
      mustAct: true,
    };
  return { parts: howToPay(pay, amount), mustAct: true };
}
