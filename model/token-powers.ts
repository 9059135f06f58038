/** What an access token may do, and that none gives another more than it has. */
import { type IpNetwork, isWithin, parseNetwork } from './ip-networks.ts';
import type { Cents } from './money.ts';
import { TOKEN_ABILITIES, type TokenAbility } from './roles.ts';

export interface TokenPowers {
  abilities: readonly string[];
  /** Null: for good. */
  expiresAt: Date | null;
  /** From where it works, in CIDR form; empty: from everywhere. */
  networks: readonly string[];
  /** Ids of the servers that it is for; empty: everything of its account. */
  servers: readonly number[];
  /** What may be spent with it in a month; null: as much as its account may. */
  monthlyCap: Cents | null;
}

export type Power = 'abilities' | 'expires_at' | 'allowed_networks' | 'server_ids' | 'monthly_cap';

/**
 * The first power that `wanted` has and `maker` lacks; undefined when there is none. A token with a cap gives none that may spend: ten of
 * them would spend ten times as much.
 */
export function exceeding(maker: TokenPowers, wanted: TokenPowers): Power | undefined {
  return exceedingItself(maker, wanted) ?? (maker.monthlyCap !== null && maySpend(wanted) ? 'monthly_cap' : undefined);
}

/** The same, where the token changes itself: its cap stays. */
export function exceedingItself(before: TokenPowers, wanted: TokenPowers): Power | undefined {
  if (TOKEN_ABILITIES.some((ability) => tokenMay(wanted, ability) && !tokenMay(before, ability))) return 'abilities';
  if (before.expiresAt && (!wanted.expiresAt || wanted.expiresAt > before.expiresAt)) return 'expires_at';
  if (before.networks.length > 0 && !areWithin(wanted.networks, before.networks)) return 'allowed_networks';
  if (before.servers.length > 0 && !areOf(wanted.servers, before.servers)) return 'server_ids';
  return undefined;
}

/** Whether a token may do what needs this ability. `write` covers `read`; nothing covers `account`. */
export function tokenMay({ abilities }: Pick<TokenPowers, 'abilities'>, needed: TokenAbility): boolean {
  return abilities.includes(needed) || (needed === 'read' && abilities.includes('write'));
}

const maySpend = (powers: TokenPowers): boolean => tokenMay(powers, 'write') && powers.monthlyCap !== 0n;

const areOf = (ids: readonly number[], allowed: readonly number[]): boolean =>
  ids.length > 0 && ids.every((id) => allowed.includes(id));

function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const allowed = parsedNetworks(outer);
  return inner.length > 0 && parsedNetworks(inner).every((network) => allowed.some((one) => isWithin(network, one)));
}

/** Those that are networks. */
export function parsedNetworks(texts: readonly string[]): IpNetwork[] {
  return texts.map(parseNetwork).filter((network) => network !== undefined);
}

/** Whether a client may use what works from these networks; everybody may where there are none. */
export function isFrom(networks: readonly IpNetwork[], address: string): boolean {
  if (networks.length === 0) return true;
  const client = parseNetwork(address);
  return client !== undefined && networks.some((network) => isWithin(client, network));
}
