/** Fixtures: sign-up settings. */
import type { Database } from '@innkeeper/db/schema';
import type { SignUpMode } from '@innkeeper/model/people/sign-up';
import type { Kysely } from 'kysely';

export const TERMS = { version: '2026-11', url: 'https://www.example.com/terms/2026-11' };

export async function givenSignUpMode(db: Kysely<Database>, mode: SignUpMode, { version, url } = TERMS): Promise<void> {
  await db.updateTable('sign_up_settings').set({ mode, terms_version: version, terms_url: url }).execute();
}
