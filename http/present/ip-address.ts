import type { IpAddress } from '@innkeeper/contract/schemas/ip-address';
import type { HeldAddress as Row } from '@innkeeper/db/schema';
import { iso } from './time.ts';

/** An address that serves somebody. */
export function presentIpAddress(row: Row): IpAddress {
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
    floating_ip: null,
    ptr: row.names,
    assigned_on: iso(row.assigned_at),
  };
}
