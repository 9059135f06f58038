/** Computes the new reverse DNS names of an address from a request. */
import { isIP } from 'node:net';
import { invalid } from '../failures.ts';
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
  target: PtrAddress,
  ptr: PtrRequest,
  currentNames: readonly { address: string }[],
): ReadonlyMap<string, string | null> {
  const six = target.version === 6;
  if (ptr === null)
    return new Map((six ? currentNames.map(({ address }) => address) : [target.address]).map((address) => [address, null]));
  if (typeof ptr === 'string') {
    if (six) throw invalid('ptr', 'Must be an object that maps addresses to names, because an IPv6 network has many addresses.');
    return new Map([[target.address, ptr]]);
  }
  const network = parseNetwork(six ? networkOf(target.address, target.prefix) : target.address);
  const names = new Map<string, string | null>();
  for (const [text, name] of Object.entries(ptr)) {
    const number = isIP(text) === target.version && !text.includes('%') ? numberOf(text) : undefined;
    if (!network || number === undefined || number < network.first || number > network.last)
      throw invalid(
        `ptr.${text}`,
        six ? `Must be an address in ${networkOf(target.address, target.prefix)}.` : `Must be ${target.address}.`,
      );
    const address = addressOf(six ? 6 : 4, number);
    if (names.has(address)) throw invalid(`ptr.${text}`, `The address ${address} occurs twice. Name each address once.`);
    names.set(address, name);
  }
  return names;
}
