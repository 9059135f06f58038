/** Records the tokens that other tokens made or rotated, and authenticator apps that a token enabled (docs/decisions/two-factor.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const MADE_BY_TOKENS = `
  alter table access_tokens
    add column made_by integer references access_tokens,
    add column rotated_by integer references access_tokens;
  comment on column access_tokens.made_by is 'Token that created this token, and whose revocation revokes it. Null if a session or the operator created it, or before this was recorded.';
  comment on column access_tokens.rotated_by is 'Other token that received the current secret by the last rotation, and whose revocation revokes this token. Null if none did.';
  create index access_tokens_made_by on access_tokens (made_by) where made_by is not null;
  create index access_tokens_rotated_by on access_tokens (rotated_by) where rotated_by is not null;

  comment on table user_totp is 'Authenticator apps of users. A sign-in of a user with a row needs a code, unless the app is unproven.';
  alter table user_totp add column unproven_until timestamptz;
  comment on column user_totp.unproven_until is 'Time at which an app that a token enabled ends. Sign-ins do not need its codes. Null once a session has given a code, or if a session enabled the app.';
  create index user_totp_unproven on user_totp (unproven_until) where unproven_until is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(MADE_BY_TOKENS)).execute(db);
}
