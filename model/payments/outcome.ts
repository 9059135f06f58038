/** Results that gateway drivers return and that rows store. All amounts are in cents. */

export interface CardDetails {
  gatewayId: string;
  gatewayCustomer: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** Country of the issuing bank in two letters, or `null`. */
  country: string | null;
}

/** Received money. `id` is the gateway's id of the movement and never changes. */
export interface Receipt {
  id: string;
  amount: bigint;
}

/**
 * State of a payment at the gateway. `card` is the card that the gateway stored with this payment. `cardCountry` is the country of the card
 * that paid, in two letters, also if the card is not stored. Both are `null` if there is none.
 */
export type PaymentOutcome =
  | { state: 'pending'; gatewayId?: string | undefined }
  | {
      state: 'succeeded';
      gatewayId?: string | undefined;
      receipts: readonly Receipt[];
      card: CardDetails | null;
      cardCountry?: string | null;
    }
  /** `reason` is a sentence for the customer. `hardDecline` is true if no further attempt with this card can succeed. */
  | { state: 'failed'; gatewayId?: string | undefined; code: string; reason: string; hardDecline: boolean }
  /** The gateway has no record of the payment. */
  | { state: 'absent' };

export type RefundOutcome =
  | { state: 'pending' | 'succeeded'; gatewayId: string | null; byHand?: never }
  /** A person sends the money and says when it was sent, because the gateway has no refunds. */
  | { state: 'pending'; gatewayId: null; byHand: true }
  | { state: 'failed'; gatewayId: string | null; reason: string; byHand?: never };

export interface DisputeReport {
  gatewayId: string;
  /** Our reference of the payment, or `null` if the payment is not ours. */
  paymentReference: string | null;
  amount: bigint;
  /** `inquiry` means that the payer's bank asks for information and no money has been taken back. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  reason: string;
}

/** Content of a gateway webhook. It is only a hint to poll, because webhooks arrive repeatedly, late and in any order. */
export type WebhookHint =
  | { about: 'payment'; gatewayId: string }
  | { about: 'reference'; reference: string }
  | { about: 'dispute'; gatewayId: string }
  | { about: 'refund'; gatewayId: string }
  | { about: 'card'; gatewayId: string }
  | { about: 'nothing' };
