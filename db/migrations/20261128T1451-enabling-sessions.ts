/** The session that enabled an authenticator app, which needs no code for the first recovery codes (docs/decisions/two-factor.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const ENABLING_SESSIONS = `
  alter table user_totp add column session_id integer references sessions on delete set null;
  comment on column user_totp.session_id is 'Session that enabled the app. Null if a token did, or the session is purged.';
  create index user_totp_session on user_totp (session_id) where session_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(ENABLING_SESSIONS)).execute(db);
}
