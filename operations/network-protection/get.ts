import { type AddressWithService, loadAddressWithService } from '@innkeeper/db/tables/ip-protections';
import type { Cx } from '@innkeeper/domain/context';
import type { OfAddress } from './lists.ts';

/** The address, the service that it belongs to, and whether it is under attack. */
export async function getProtection(cx: Cx, { ipAddress }: OfAddress): Promise<AddressWithService> {
  return loadAddressWithService(cx.db, ipAddress.id);
}
