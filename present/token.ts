import type { Token, NewToken as WireNewToken } from '@innkeeper/contract/schemas/token';
import type { AccessToken } from '@innkeeper/db/tables/tokens';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import { iso, isoOrNull } from './time.ts';

type NewToken = AccessToken & { secret: string };

export function presentToken(token: AccessToken): Token {
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    // A check constraint allows no other values.
    abilities: token.abilities as Token['abilities'],
    allowed_networks: token.allowed_networks,
    server_ids: token.server_ids,
    monthly_cap: token.monthly_cap === null ? null : toDecimalNumber(token.monthly_cap),
    created_at: iso(token.created_at),
    expires_at: isoOrNull(token.expires_at),
    last_used_at: isoOrNull(token.last_used_at),
    last_used_from: token.last_used_from,
    previous_secret_until: isoOrNull(token.previous_until),
  };
}

export const presentNewToken = ({ secret, ...token }: NewToken): WireNewToken => ({ ...presentToken(token), token: secret });
