/** By which roles the parts of Innkeeper reach the database. */
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

/** An address for each. The owner migrates, and serves the operator's commands. */
export interface Databases {
  owner: string;
  api: string;
  worker: string;
}

/** Of the embedded database, where everybody has a role. */
export function databasesOf(ownerUrl: string): Databases {
  return { owner: ownerUrl, api: asRole(ownerUrl, API_ROLE), worker: asRole(ownerUrl, WORKER_ROLE) };
}

/** Of the operator's own server: one address does for all, others may be told for API and worker. */
export function operatorsDatabases(ownerUrl: string, env: NodeJS.ProcessEnv): Databases {
  return {
    owner: ownerUrl,
    api: env.INNKEEPER_API_DATABASE_URL || ownerUrl,
    worker: env.INNKEEPER_WORKER_DATABASE_URL || ownerUrl,
  };
}

/** What is better done about them, in a sentence; null when nothing is. `db`: the owner's. */
export async function adviceOnRoles(db: Kysely<Database>, { owner, api, worker }: Databases): Promise<string | null> {
  const { rows } = await sql<{ super: boolean }>`select rolsuper as super from pg_roles where rolname = current_user`.execute(db);
  const words = [
    ...(rows[0]?.super ? ['DATABASE_URL names a superuser: a role that owns the database is enough'] : []),
    ...(api === owner || worker === owner
      ? [
          `API and worker use the owner's role: create ${API_ROLE} and ${WORKER_ROLE}, and set INNKEEPER_API_DATABASE_URL and INNKEEPER_WORKER_DATABASE_URL`,
        ]
      : []),
  ];
  return words.length > 0 ? words.join('. ') : null;
}
