/** Reverse DNS names of addresses. */
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { loadFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { namesOf, setNames } from '@innkeeper/db/tables/ptr-names';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import { invalid } from '@innkeeper/model/failures';
import { numberOf } from '@innkeeper/model/net/ip-networks';
import { type PtrRequest, resolvePtrRequest } from '@innkeeper/model/net/ptr';
import { presentIpAddress } from '@innkeeper/present/ip-address';
import type { Input, Reply, Services } from './define.ts';

/** Maximum number of names in an IPv6 network. */
const MAX_NAMES = 100;

/**
 * Sets the name of an address, or names in an IPv6 network. A job sends them to the DNS server after the commit (jobs/names/push.ts).
 * Throws `validation` with the field of the name.
 */
export async function updateIpAddress(
  cx: MutatingCx<Customer>,
  { ipAddress, body: { ptr } }: Input<'updateIpAddress'>,
  { forwardNames }: Pick<Services, 'forwardNames'>,
): Promise<Reply<'updateIpAddress'>> {
  const before = await namesOf(cx.db, ipAddress.id);
  const names = resolvePtrRequest(ipAddress, ptr, before);
  await refuseUnconfirmed(cx, names, ptr, forwardNames);
  await setNames(cx.db, { ipAddressId: ipAddress.id, poolId: ipAddress.pool_id }, names, cx.clock.now());
  const after = await namesOf(cx.db, ipAddress.id);
  if (after.length > MAX_NAMES) throw invalid('ptr', `A network can have at most ${MAX_NAMES} names. Remove some of them first.`);
  await audit(cx, 'updateIpAddress', { kind: 'ip_address', id: ipAddress.id }, { ptr: Object.fromEntries(names) });
  const { floating_ip_id: of } = ipAddress;
  const [floating_ip = null] = await loadFloatingIps(cx.db, of === null ? [] : [of]);
  return presentIpAddress({ ...ipAddress, names: after, floating_ip }, cx.actor.taxRate);
}

/** Throws `validation` if a new name does not resolve to its address. Checks only if the operator requires forward-confirmed names. */
async function refuseUnconfirmed(
  cx: MutatingCx,
  names: ReadonlyMap<string, string | null>,
  ptr: PtrRequest,
  forwardNames: ForwardNames,
): Promise<void> {
  const { forward_confirmed, resolvers } = await dnsSettings(cx.db);
  const set = new Map([...names].flatMap(([address, name]) => (name === null ? [] : [[address, name] as const])));
  if (!forward_confirmed || set.size === 0) return;
  const [address] = await forwardNames.findUnconfirmed(set, resolvers);
  if (address === undefined) return;
  const written = Object.keys(typeof ptr === 'string' ? {} : (ptr ?? {})).find((text) => numberOf(text) === numberOf(address));
  const field = written === undefined ? 'ptr' : `ptr.${written}`;
  const record = address.includes(':') ? 'AAAA' : 'A';
  throw invalid(field, `${set.get(address)} does not resolve to ${address}. Add an ${record} record with this address first.`);
}
