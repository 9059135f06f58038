/** German texts that say how an order is paid. */
import { isZero } from '../amount.ts';
import { groupedIban } from '../iban.ts';
import type { MailPart, WayToPay } from '../templates.ts';
import { cardOf, money } from './words.ts';

/** Describes how the reader can pay. `amount`: the sum, or `null` for several orders. */
export function howToPay(pay: WayToPay, amount: string | null): MailPart[] {
  switch (pay.by) {
    case 'transfer':
      return [
        'Bitte überweisen Sie den Betrag auf dieses Konto:',
        {
          facts: [
            ['Empfänger', pay.holder],
            ['IBAN', groupedIban(pay.iban)],
            ...(pay.bic === null ? [] : [['BIC', pay.bic] as const]),
            ['Verwendungszweck', pay.reference],
            ...(amount === null ? [] : [['Betrag', money(amount)] as const]),
          ],
        },
        'Bitte geben Sie genau diesen Verwendungszweck an. So wird die Zahlung automatisch zugeordnet.',
      ];
    case 'page':
      return [`Sie können online mit ${pay.name} bezahlen oder eine andere Zahlungsart wählen.`];
    case 'card':
      return [`Sie können mit Ihrer ${cardOf(pay.digits)} bezahlen oder eine andere Zahlungsart wählen.`];
    case 'balance':
      if (isZero(pay.missing)) return ['Ihr Guthaben reicht aus. Sie können damit bezahlen oder eine andere Zahlungsart wählen.'];
      return [`In Ihrem Guthaben fehlen ${money(pay.missing)}. Bitte laden Sie es auf, oder wählen Sie eine andere Zahlungsart.`];
  }
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
