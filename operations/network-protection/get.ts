import { type AddressWithService, loadAddressWithService } from '@innkeeper/db/tables/ip-protections';
import type { Cx } from '@innkeeper/domain/context';
import type { ProtectedAddressInput } from './lists.ts';

/** Returns an address with its server or floating IP, and whether the address is under attack. */
export async function getProtection(cx: Cx, { ipAddress }: ProtectedAddressInput): Promise<AddressWithService> {
  return loadAddressWithService(cx.db, ipAddress.id);
}
