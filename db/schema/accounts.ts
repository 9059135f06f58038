/** Who deals with us. */
import type { Generated } from 'kysely';
import type { Default, MaybeTime, TimeNow } from './columns.ts';

export interface CountriesTable {
  id: Generated<number>;
  code: string;
  name: string;
  tax_rate_bp: number;
}

export interface AccountsTable {
  id: Generated<number>;
  email: string;
  name: Default<string>;
  country_id: number;
  created_at: TimeNow;
}

export interface AccessTokensTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** sha256 of the token; the token itself is shown once and never stored. */
  token_hash: Buffer;
  /** The first characters, so that people can tell their tokens apart. */
  hint: string;
  abilities: string[];
  created_at: TimeNow;
  expires_at: MaybeTime;
  revoked_at: MaybeTime;
  last_used_at: MaybeTime;
}

export interface SshKeysTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  fingerprint: string;
  public_key: string;
  created_at: TimeNow;
}
