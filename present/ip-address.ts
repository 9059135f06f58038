import type { IpAddress } from '@innkeeper/contract/schemas/ip-address';
import type { AssignedAddress } from '@innkeeper/db/schema';
import type { FloatingIpTerms } from '@innkeeper/db/tables/floating-ips';
import type { BasisPoints } from '@innkeeper/model/money/money';
import { presentFloatingIpOfAddress } from './floating-ip-terms.ts';
import { iso } from './time.ts';

/** Presents an assigned address. `floating_ip` is `null` unless the address is a floating IP. */
export function presentIpAddress(row: AssignedAddress & { floating_ip: FloatingIpTerms | null }, rate: BasisPoints): IpAddress {
  if (!row.assigned_at) throw new Error(`address ${row.id} serves nobody`);
  return {
    id: row.id,
    ip_address: row.address,
    prefix: row.prefix,
    version: row.version === 6 ? 6 : 4,
    type: row.type,
    main: row.main,
    ddos_protected: row.ddos_protected,
    gateway: row.gateway,
    floating_ip: row.floating_ip && presentFloatingIpOfAddress(row.floating_ip, rate),
    ptr: row.names,
    assigned_on: iso(row.assigned_at),
  };
}
