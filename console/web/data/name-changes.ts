/** Changes to the reverse DNS names of an address, as typed. Pure. */
import type { IpAddress } from '@innkeeper/sdk/index';

/** Maximum number of names of an IPv6 network. */
export const MAX_NAMES = 100;

/** Typed names by address. An empty text removes the name. */
export type TypedNames = Readonly<Record<string, string>>;

export type Ptr = string | null | Record<string, string | null>;

type Named = Pick<IpAddress, 'ip_address' | 'version' | 'ptr'>;

/** Lists the addresses that have a name or a typed one, each with its text. An IPv4 address is always included. */
export function listNames(address: Named, typed: TypedNames): { address: string; name: string }[] {
  const names = new Map<string, string>(address.version === 4 ? [[address.ip_address, '']] : []);
  for (const { address: of, name } of address.ptr) names.set(of, name);
  for (const [of, name] of Object.entries(typed)) names.set(of, name);
  return [...names].map(([of, name]) => ({ address: of, name }));
}

/** Returns the names to send to the API, or `undefined` if nothing has changed. */
export function ptrOf(address: Named, typed: TypedNames): Ptr | undefined {
  const before = new Map(address.ptr.map(({ address: of, name }) => [of, name]));
  const changed = Object.entries(typed)
    .map(([of, text]) => [of, text.trim()] as const)
    .filter(([of, name]) => name !== (before.get(of) ?? ''))
    .map(([of, name]) => [of, name === '' ? null : name] as const);
  if (changed.length === 0) return undefined;
  return address.version === 4 ? (changed[0]?.[1] ?? null) : Object.fromEntries(changed);
}
