/** What a gateway knows of a payment, as its driver says it and the rows take it. All amounts are cents. */

export interface SeenCard {
  gatewayId: string;
  gatewayCustomer: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** Of its bank, two letters. */
  country: string | null;
}

/** Money that has come, by the gateway's name for the movement: the same each time that it is seen. */
export interface Receipt {
  id: string;
  amount: bigint;
}

/** What a gateway knows of a payment. */
export type Outcome =
  | { state: 'pending'; gatewayId?: string | undefined }
  | { state: 'succeeded'; gatewayId?: string | undefined; receipts: readonly Receipt[]; card: SeenCard | null }
  /** `reason`: a sentence for the customer. `hardDecline`: no further try with this card can succeed. */
  | { state: 'failed'; gatewayId?: string | undefined; code: string; reason: string; hardDecline: boolean }
  /** The gateway never heard of it. */
  | { state: 'absent' };

export type RefundOutcome =
  | { state: 'pending' | 'succeeded'; gatewayId: string | null }
  | { state: 'failed'; gatewayId: string | null; reason: string };

export interface SeenDispute {
  gatewayId: string;
  /** Our reference of the payment; null: none of ours. */
  paymentReference: string | null;
  amount: bigint;
  /** `inquiry`: the payer's bank asks; no money has been taken back. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  reason: string;
}

/** What a gateway tells by a webhook: a hint to look, since hints come twice, late and in any order. */
export type Hint =
  | { about: 'payment'; gatewayId: string }
  | { about: 'reference'; reference: string }
  | { about: 'dispute'; gatewayId: string }
  | { about: 'refund'; gatewayId: string }
  | { about: 'card'; gatewayId: string }
  | { about: 'nothing' };
