/** Computes the new reverse DNS names of an address from a request. */
import { isIP } from 'node:net';
import { invalid } from './failures.ts';
import { addressOf, networkOf, numberOf, parseNetwork } from './ip-networks.ts';

/** Requested names: a name for an IPv4 address, names by address, or `null` to remove all names. A `null` value removes one name. */
export type PtrRequest = string | null | Readonly<Record<string, string | null>>;

export interface PtrAddress {
  address: string;
  /** Prefix length of the address's network. For IPv4 only the address itself gets a name. */
  prefix: number;
  version: number;
}

/** Returns the new name of each canonical address, or `null` to remove it. Throws `validation` with the field. */
export function resolvePtrRequest(
  of: PtrAddress,
  ptr: PtrRequest,
  has: readonly { address: string }[],
): ReadonlyMap<string, string | null> {
  const six = of.version === 6;
  if (ptr === null) return new Map((six ? has.map(({ address }) => address) : [of.address]).map((address) => [address, null]));
  if (typeof ptr === 'string') {
    if (six) throw invalid('ptr', 'Must be an object that maps addresses to names, because an IPv6 network has many addresses.');
    return new Map([[of.address, ptr]]);
  }
  const network = parseNetwork(six ? networkOf(of.address, of.prefix) : of.address);
  const names = new Map<string, string | null>();
  for (const [text, name] of Object.entries(ptr)) {
    const number = isIP(text) === of.version && !text.includes('%') ? numberOf(text) : undefined;
    if (!network || number === undefined || number < network.first || number > network.last)
      throw invalid(`ptr.${text}`, six ? `Must be an address in ${networkOf(of.address, of.prefix)}.` : `Must be ${of.address}.`);
    const address = addressOf(six ? 6 : 4, number);
    if (names.has(address)) throw invalid(`ptr.${text}`, `The address ${address} occurs twice. Name each address once.`);
    names.set(address, name);
  }
  return names;
}
