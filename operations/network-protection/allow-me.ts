import { grantSource } from '@innkeeper/db/tables/ip-protections';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { minutes } from '@innkeeper/model/clock';
import { invalid } from '@innkeeper/model/failures';
import { canonicalNetwork } from '@innkeeper/model/network-lists';
import type { ProtectedAddressInput } from './lists.ts';

const ALLOWED_FOR_MS = minutes(10);

export interface AllowMe extends ProtectedAddressInput {
  /** Address of the client. */
  source: string;
}

/**
 * Allows the caller's address for 10 minutes, despite lists and filter. Throws `validation` if the two addresses are of different families.
 */
export async function allowMe(cx: MutatingCx, { ipAddress, source }: AllowMe): Promise<{ source: string; endsAt: Date }> {
  const { id, version } = ipAddress;
  if (canonicalNetwork(source)?.version !== version)
    throw invalid(
      'id',
      `Your address ${source} is not an IPv${version} address, but the protected address is. Send the request over IPv${version}.`,
    );
  const endsAt = new Date(cx.clock.now().getTime() + ALLOWED_FOR_MS);
  await grantSource(cx.db, { addressId: id, source, endsAt });
  await audit(cx, 'allowMe', { kind: 'ip_address', id }, { source, ends_at: endsAt.toISOString() });
  return { source, endsAt };
}
