import type { FloatingIp } from '@innkeeper/contract/schemas/ip-address';
import type { ShownFloatingIp } from '@innkeeper/db/tables/floating-ips';
import type { BasisPoints } from '@innkeeper/model/money/money';
import { presentTerms } from './floating-ip-terms.ts';
import { presentIpAddress } from './ip-address.ts';

export function presentFloatingIp(row: ShownFloatingIp, rate: BasisPoints): FloatingIp {
  return {
    ...presentTerms(row, rate),
    server_main_ip: row.server_main_ip,
    locked: row.lock !== null,
    ip_address: presentIpAddress({ ...row.address, floating_ip: row }, rate),
  };
}
