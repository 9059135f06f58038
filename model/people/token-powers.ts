/** Powers of an access token. A token never gives another token more powers than its own. */

import type { Cents } from '../money/money.ts';
import { type IpNetwork, isWithin, parseNetwork } from '../net/ip-networks.ts';
import { TOKEN_ABILITIES, type TokenAbility } from './roles.ts';

export interface TokenPowers {
  abilities: readonly string[];
  /** End of validity, or `null` for none. */
  expiresAt: Date | null;
  /** Networks in CIDR form from which the token is valid. Empty for all networks. */
  networks: readonly string[];
  /** Ids of the servers that the token may use. Empty for the whole account. */
  servers: readonly number[];
  /** Spending cap per month, or `null` for the limit of the account. */
  monthlyCap: Cents | null;
}

export type Power = 'abilities' | 'expires_at' | 'allowed_networks' | 'server_ids' | 'monthly_cap';

/**
 * Returns the first power that `powers` has and `maker` lacks, or `undefined` if there is none.
 *
 * A token with a cap cannot create a token that may spend, because ten such tokens would spend ten times as much.
 */
export function findExcessPower(maker: TokenPowers, powers: TokenPowers): Power | undefined {
  return findGainedPower(maker, powers) ?? (maker.monthlyCap !== null && maySpend(powers) ? 'monthly_cap' : undefined);
}

/**
 * Returns the first power that a token would gain by changing itself. Its cap does not change, so the token may keep its permission to
 * spend.
 */
export function findGainedPower(before: TokenPowers, powers: TokenPowers): Power | undefined {
  if (TOKEN_ABILITIES.some((ability) => tokenMay(powers, ability) && !tokenMay(before, ability))) return 'abilities';
  if (before.expiresAt && (!powers.expiresAt || powers.expiresAt > before.expiresAt)) return 'expires_at';
  if (before.networks.length > 0 && !areWithin(powers.networks, before.networks)) return 'allowed_networks';
  if (before.servers.length > 0 && !areOf(powers.servers, before.servers)) return 'server_ids';
  return undefined;
}

/** Returns whether a token has an ability. `write` includes `read`. No ability includes `account`. */
export function tokenMay({ abilities }: Pick<TokenPowers, 'abilities'>, needed: TokenAbility): boolean {
  return abilities.includes(needed) || (needed === 'read' && abilities.includes('write'));
}

const maySpend = (powers: TokenPowers): boolean => tokenMay(powers, 'write') && powers.monthlyCap !== 0n;

const areOf = (ids: readonly number[], allowed: readonly number[]): boolean =>
  ids.length > 0 && ids.every((id) => allowed.includes(id));

function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const allowed = parseNetworks(outer);
  return inner.length > 0 && parseNetworks(inner).every((network) => allowed.some((one) => isWithin(network, one)));
}

/** Parses the texts and drops those that are not networks. */
export function parseNetworks(texts: readonly string[]): IpNetwork[] {
  return texts.map(parseNetwork).filter((network) => network !== undefined);
}

/** Returns whether a client's address is within these networks. Without networks every address is accepted. */
export function isFrom(networks: readonly IpNetwork[], address: string): boolean {
  if (networks.length === 0) return true;
  const client = parseNetwork(address);
  return client !== undefined && networks.some((network) => isWithin(client, network));
}
