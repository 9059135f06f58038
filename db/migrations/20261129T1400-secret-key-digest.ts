/** The digest of the key that seals secrets, so that a process with another key notices before it seals or fails to open one. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const SECRET_KEY_DIGEST = `
  alter table installation add column secret_key_digest text check (secret_key_digest ~ '^[0-9a-f]{64}$');
  comment on column installation.secret_key_digest is
    'SHA-256 of the key that seals secrets, in hexadecimal. Null until the first start of a release with this column.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(SECRET_KEY_DIGEST)).execute(db);
}
