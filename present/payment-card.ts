import type { PaymentCard } from '@innkeeper/contract/schemas/payment-card';
import type { SavedCard } from '@innkeeper/db/schema';
import { iso } from './time.ts';

export type StoredCard = SavedCard & { isCharged: boolean };

export function presentPaymentCard(row: StoredCard): PaymentCard {
  const { id, brand, last4, expiry_month, expiry_year, isCharged, created_at } = row;
  return { id, brand, last4, expiry_month, expiry_year, charged: isCharged, created_at: iso(created_at) };
}
