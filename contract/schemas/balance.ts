import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';

/** Payment methods that add money to the balance. */
export const DEPOSIT_METHODS = ['card', 'bank', 'bitcoin', 'bitcoin-ln'] as const;
export const PaymentMethod = z.enum(['balance', ...DEPOSIT_METHODS]).meta({
  id: 'PaymentMethod',
  description: 'A payment method: `balance` takes money from the account, all others add money to it.',
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Balance = z
  .strictObject({
    balance: MoneyNumber.describe('Balance of the account.'),
    balance_limit: MoneyNumber.describe('Credit limit: amount by which the balance can fall below 0.'),
    estimated_expenses: MoneyNumber.describe('Cost of the renewals in the next 30 days, with VAT.'),
    shortfall: MoneyNumber.describe('Amount that is missing for `estimated_expenses`, or 0 if the balance covers them.'),
    currency: z.string().meta(about('Currency of all amounts, as ISO 4217 code.', 'EUR')),
    has_valid_card: z.boolean().describe('True if a card is stored that can be charged.'),
    last_deposit: z
      .strictObject({
        amount: MoneyNumber.describe('Amount of the deposit.'),
        amount_with_vat: MoneyNumber.describe(
          'Amount with VAT. Equal to `amount`, because VAT is due only when a deposit is spent.',
        ),
        payment_method: z.string().meta(about('Payment method of the deposit.', 'card')),
        payment_date: Time.describe('Time when the deposit was credited.'),
      })
      .nullable()
      .describe('Latest deposit, or null if there was none.'),
    unconfirmed_bitcoin_deposits: z
      .array(
        z.strictObject({
          tx_hash: z
            .string()
            .meta(about('Hash of the transaction.', 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')),
          tx_amount: z.number().meta(about('Amount sent, in bitcoin.', 0.00042)),
          amount: MoneyNumber.describe('Amount that will be credited.'),
          amount_with_vat: MoneyNumber.describe('Amount with VAT. Equal to `amount`, because a deposit carries no VAT.'),
          noticed_on: Time.describe('Time when the transaction was first seen.'),
        }),
      )
      .describe('Bitcoin payments that the network has not confirmed yet.'),
    covered_until: Time.nullable().describe(
      'First `expiry_at` up to 30 days from now whose renewals neither the balance nor a stored card pays, or null if all are paid. The renewals of a day (UTC) are one order, which is paid whole or not. It has passed if a service is overdue.',
    ),
    card_charged_at: Time.nullable().describe(
      'Day (UTC) of the first renewal in the next 30 days that a stored card pays because the balance does not cover it, or null if there is none.',
    ),
  })
  .meta({ id: 'Balance', description: 'The balance of the account, and its upcoming expenses.' });
export type Balance = z.infer<typeof Balance>;

export const BalanceTransaction = z
  .strictObject({
    id: Id.describe('Id of the transaction.'),
    created_at: Time.describe('Time when the transaction was posted.'),
    amount_with_vat: MoneyNumber.describe('Change of the balance, VAT included. Negative for payments from the balance.'),
    order_id: Id.nullable().describe('Order that the transaction paid or refunded, or null if there is none.'),
    payment_method: z.string().meta(about('Payment method of the transaction.', 'balance')),
    description: z.string().meta(about('Purpose of the transaction, as text.', 'Order 1')),
  })
  .meta({ id: 'BalanceTransaction', description: 'A change of the balance.' });
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;

export const StoreCard = z
  .boolean()
  .default(false)
  .describe(
    'Consent to store the card of this payment, which is then charged for renewals that the balance does not cover. Only for payment methods with `saves_card`. Default: false.',
  );

export const DepositFunds = z
  .strictObject({
    amount: MoneyNumber.min(0.01)
      .max(1_000_000)
      .describe('Amount to deposit, between the minimum and the maximum of the payment method.'),
    payment_method: z.enum(DEPOSIT_METHODS).meta(about('Payment method of the deposit.', 'card')),
    store_card: StoreCard,
  })
  .meta({ id: 'DepositFunds', description: 'Amount and payment method of the deposit.' });
