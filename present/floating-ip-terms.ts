import type { FloatingIpOfAddress, FloatingIpPlan } from '@innkeeper/contract/schemas/ip-address';
import type { FloatingIpTerms } from '@innkeeper/db/tables/floating-ips';
import type { BasisPoints, Cents } from '@innkeeper/model/money/money';
import type { LockReason } from '@innkeeper/model/states/workflow-words.gen';
import { presentCancelRequest } from './cancel-request.ts';
import { priceTexts } from './money.ts';
import { isoOrNull } from './time.ts';

export function presentFloatingIpPlan(
  { key, name, price, available }: { key: string; name: string; price: Cents; available: boolean },
  rate: BasisPoints,
): FloatingIpPlan {
  return { id: key, name, available, ...priceTexts(price, rate) };
}

/** Presents a floating IP inside its address. */
export function presentFloatingIpOfAddress(terms: FloatingIpTerms, rate: BasisPoints): FloatingIpOfAddress {
  return { ...presentTerms(terms, rate), locked: terms.lock ? 'true' : null };
}

export function presentTerms({ plan, lock, cancel_request, ...row }: FloatingIpTerms, rate: BasisPoints) {
  return {
    id: row.id,
    status: row.status,
    server_id: row.server_id,
    server_hostname: row.server_hostname,
    locked_at: isoOrNull(lock?.locked_at ?? null),
    lock_reason: (lock?.reason as LockReason | undefined) ?? null,
    billing_cycle: row.billing_cycle,
    expiry_at: isoOrNull(row.expiry_at),
    plan: presentFloatingIpPlan({ ...plan, available: plan.on_sale }, rate),
    cancel_request: presentCancelRequest(cancel_request),
  };
}
