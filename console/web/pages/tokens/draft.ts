/** The form of a token, and its API calls. Pure. */
import type { CreateToken, Token, UpdateToken } from '@innkeeper/sdk/index';

export type Ability = Token['abilities'][number];

export const ABILITIES: readonly Ability[] = ['read', 'write', 'account'];

/** Expiries in days, and other choices. */
export const EXPIRIES = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

export interface TokenDraft {
  name: string;
  abilities: readonly Ability[];
  /** Servers, or `undefined` for all servers, including future ones. */
  servers: readonly number[] | undefined;
  /** Networks, one per line. */
  networks: string;
  /** Monthly amount, or empty. */
  cap: string;
  expiry: Expiry;
  /** Last day, such as `2027-03-01`, for the expiry `date`. */
  day: string;
}

export const NEW_TOKEN: TokenDraft = {
  ...{ name: '', abilities: ['read'], servers: undefined, networks: '', cap: '', expiry: '90', day: '' },
};

/** Returns the form with the values of a token. Cap and expiry cannot be changed, so they are left out. */
export function draftOf({ name, abilities, server_ids, allowed_networks }: Token): TokenDraft {
  const servers = server_ids.length === 0 ? undefined : server_ids;
  return { ...NEW_TOKEN, name, abilities, servers, networks: allowed_networks.join('\n') };
}

const networksOf = (text: string): string[] => text.split(/[\s,;]+/).filter((network) => network !== '');

/** Returns the cap of a form as a number. Returns `undefined` for an empty text, and NaN for an invalid amount. */
export const capOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

const DAY_MS = 86_400_000;

/**
 * Returns the expiry of a form's token, or `undefined` if it never expires. A day ends at midnight of the browser. `now` is a time in
 * milliseconds.
 */
export function expiryOf({ expiry, day }: Pick<TokenDraft, 'expiry' | 'day'>, now: number): string | undefined {
  if (expiry === 'never') return undefined;
  if (expiry !== 'date') return new Date(now + Number(expiry) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** Returns the API call that creates the token of a form. */
export function toCreate(draft: TokenDraft, now: number): CreateToken {
  const networks = networksOf(draft.networks);
  const cap = capOf(draft.cap);
  const expires = expiryOf(draft, now);
  return {
    name: draft.name.trim(),
    abilities: [...draft.abilities],
    ...(draft.servers === undefined ? {} : { server_ids: [...draft.servers] }),
    ...(networks.length === 0 ? {} : { allowed_networks: networks }),
    ...(cap === undefined ? {} : { monthly_cap: cap }),
    ...(expires === undefined ? {} : { expires_at: expires }),
  };
}

/** Returns the changes of a token by a form. Empty if there are none. */
export function toUpdate(draft: TokenDraft, token: Token): UpdateToken {
  const name = draft.name.trim();
  const servers = draft.servers ?? [];
  const networks = networksOf(draft.networks);
  return {
    ...(name === token.name ? {} : { name }),
    ...(isSame(draft.abilities, token.abilities) ? {} : { abilities: [...draft.abilities] }),
    ...(isSame(servers, token.server_ids) ? {} : { server_ids: [...servers] }),
    ...(isSame(networks, token.allowed_networks) ? {} : { allowed_networks: networks }),
  };
}

function isSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item));
}
