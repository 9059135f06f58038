import type { Protection, ProtectionEffect } from '@innkeeper/contract/schemas/protection';
import type { AddressWithService } from '@innkeeper/db/tables/ip-protections';
import type { Effect } from '@innkeeper/db/tables/source-traffic';
import type { BasisPoints } from '@innkeeper/model/money/money';
import type { z } from 'zod';
import { presentIpAddress } from './ip-address.ts';
import { iso } from './time.ts';

export function presentProtection(
  { address, server, expiry_at, under_attack }: AddressWithService,
  rate: BasisPoints,
): Protection {
  return {
    under_attack,
    ip_address: presentIpAddress(address, rate),
    floating_ip_id: address.floating_ip_id,
    expiry_at: expiry_at && iso(expiry_at),
    protected_service: server && { id: server.id, type: 'server', label: server.hostname },
  };
}

export function presentEffect({ since, ...counts }: Effect): z.input<typeof ProtectionEffect> {
  return { recorded_since: since && iso(since), ...counts };
}
