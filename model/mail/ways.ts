/** Ways of money that mails name: how it came, goes, or can be sent. */

/** The source or the target of money. `digits`: last digits of the card. `iban`: masked. `name`: name of the method. */
export type WayOfMoney =
  | { by: 'balance' }
  | { by: 'card'; digits: string | null }
  | { by: 'transfer'; iban: string | null }
  | { by: 'other'; name: string };

/** The account for a transfer. */
export interface TransferTo {
  by: 'transfer';
  holder: string;
  iban: string;
  bic: string | null;
  reference: string;
}

/**
 * The way in which an order can be paid. `missing`: amount that the balance lacks. `failed-card`: the last charge of the card failed, so the
 * order is to be paid in another way. `transfer`: the account, or `false` without one reference for all orders. Only earlier versions queued
 * `true`: the page names an account.
 */
export type WayToPay =
  | TransferTo
  | { by: 'page'; name: string }
  | { by: 'card'; digits: string }
  | { by: 'balance'; missing: string }
  | { by: 'failed-card'; digits: string; transfer: TransferTo | boolean };

/**
 * The way in which a later renewal will be paid. `missing`: amount that the balance lacks, or `null`. `failed-card`: a card that a job charges
 * again, although its last charge failed.
 */
export type WayAhead =
  | { by: 'balance'; missing: string | null }
  | { by: 'card'; digits: string }
  | { by: 'failed-card'; digits: string; missing: string }
  | { by: 'order' };
