import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';

/** How money moves. `balance` is the account's own; the others bring money in. */
export const DEPOSIT_METHODS = ['card', 'bank', 'bitcoin', 'bitcoin-ln'] as const;
export const PaymentMethod = z.enum(['balance', ...DEPOSIT_METHODS]).meta({
  id: 'PaymentMethod',
  description: 'A way of payment: `balance` takes money from the account, all others add money to it.',
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Balance = z
  .strictObject({
    balance: MoneyNumber.describe('Money in the account.'),
    balance_limit: MoneyNumber.describe('How far below 0 the balance may fall.'),
    estimated_expenses: MoneyNumber.describe('Renewals of the next 30 days, with VAT.'),
    shortfall: MoneyNumber.describe('What the balance lacks for `estimated_expenses`; 0 when it covers them.'),
    currency: z.string().meta(about('ISO 4217 code of the currency of every amount.', 'EUR')),
    has_valid_card: z.boolean().describe('Whether a card is stored that can be charged.'),
    last_deposit: z
      .strictObject({
        amount: MoneyNumber.describe('Amount of the deposit.'),
        amount_with_vat: MoneyNumber.describe('Equal to `amount`: a deposit carries no VAT, which falls due when it is spent.'),
        payment_method: z.string().meta(about('Payment method of the deposit.', 'card')),
        payment_date: Time.describe('When it was credited.'),
      })
      .nullable()
      .describe('The last deposit; null when there was none.'),
    unconfirmed_bitcoin_deposits: z
      .array(
        z.strictObject({
          tx_hash: z
            .string()
            .meta(about('Hash of the transaction.', 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')),
          tx_amount: z.number().meta(about('What was sent, in bitcoin.', 0.00042)),
          amount: MoneyNumber.describe('Amount that will be credited.'),
          amount_with_vat: MoneyNumber.describe('Equal to `amount`: a deposit carries no VAT.'),
          noticed_on: Time.describe('When the transaction was first seen.'),
        }),
      )
      .describe('Bitcoin payments that the network has not confirmed yet.'),
  })
  .meta({ id: 'Balance', description: 'The money in the account, and what it will need.' });
export type Balance = z.infer<typeof Balance>;

export const BalanceTransaction = z
  .strictObject({
    id: Id.describe('Id of the transaction.'),
    created_at: Time.describe('When it was booked.'),
    amount_with_vat: MoneyNumber.describe('What the balance changed by, VAT included: negative for a payment out of it.'),
    order_id: Id.nullable().describe('Order that it paid or refunded; null where there is none.'),
    payment_method: z.string().meta(about('Payment method of the transaction.', 'balance')),
    description: z.string().meta(about('What it was for, in a sentence.', 'Order 1')),
  })
  .meta({ id: 'BalanceTransaction', description: 'A change of the balance.' });
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;

export const DepositFunds = z
  .strictObject({
    amount: MoneyNumber.min(0.01)
      .max(1_000_000)
      .describe('How much to pay in, between the minimum and the maximum of the payment method.'),
    payment_method: z.enum(DEPOSIT_METHODS).meta(about('Payment method of the deposit.', 'card')),
  })
  .meta({ id: 'DepositFunds', description: 'The amount to deposit, and how it is paid.' });
