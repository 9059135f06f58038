import { z } from 'zod';
import { Id, MoneyNumber, Time } from './primitives.ts';

/** How money moves. `balance` is the account's own; the others bring money in. */
export const DEPOSIT_METHODS = ['card', 'bank', 'bitcoin', 'bitcoin-ln'] as const;
export const PaymentMethod = z.enum(['balance', ...DEPOSIT_METHODS]).meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Balance = z
  .strictObject({
    balance: MoneyNumber,
    balance_limit: MoneyNumber.describe('How far below 0 the balance may fall.'),
    estimated_expenses: MoneyNumber.describe('Renewals of the next 30 days.'),
    shortfall: MoneyNumber.describe('What the balance lacks for them, or 0.'),
    currency: z.string().describe('ISO 4217.'),
    has_valid_card: z.boolean(),
    last_deposit: z
      .strictObject({ amount: MoneyNumber, amount_with_vat: MoneyNumber, payment_method: z.string(), payment_date: Time })
      .nullable(),
    unconfirmed_bitcoin_deposits: z.array(z.strictObject({ amount: MoneyNumber, transaction: z.string(), created_at: Time })),
  })
  .meta({ id: 'Balance' });
export type Balance = z.infer<typeof Balance>;

export const BalanceTransaction = z
  .strictObject({
    id: Id,
    created_at: Time,
    amount_with_vat: MoneyNumber.describe('Negative for a payment out of the balance.'),
    order_id: Id.nullable(),
    payment_method: z.string(),
    description: z.string(),
  })
  .meta({ id: 'BalanceTransaction' });
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;

export const DepositFunds = z.strictObject({
  amount: MoneyNumber.min(0.01).max(1_000_000),
  payment_method: z.enum(DEPOSIT_METHODS),
});
