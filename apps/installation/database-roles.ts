/** The database roles of Innkeeper's processes. */
import type { TimeLimits } from '@innkeeper/db/connect';
import { API_ROLE, asRole, OPERATOR_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import type { Configuration, Section } from '@innkeeper/model/configuration/keys';
import { type Kysely, sql } from 'kysely';
import { withTls } from './database-tls.ts';

/** Database URL of each role. The owner runs migrations and the operator's commands. */
export interface Databases {
  owner: string;
  api: string;
  worker: string;
  /** Database URL for requests of the staff, or `null` to serve none. */
  operator: string | null;
}

/** Returns the URLs of the embedded database, where each process has a role of its own. */
export function embeddedDatabases(ownerUrl: string): Databases {
  return {
    owner: ownerUrl,
    api: asRole(ownerUrl, API_ROLE),
    worker: asRole(ownerUrl, WORKER_ROLE),
    operator: asRole(ownerUrl, OPERATOR_ROLE),
  };
}

/** Returns the URLs of the operator's own server. All processes use one URL unless the configuration sets others. */
export function externalDatabases(ownerUrl: string, values: Section<'database'>): Databases {
  const api = values['database.api_url'] ?? ownerUrl;
  const operator = values['database.operator_url'] ?? (api === ownerUrl ? ownerUrl : null);
  return {
    owner: withTls(ownerUrl, values),
    api: withTls(api, values),
    operator: operator && withTls(operator, values),
    worker: withTls(values['database.worker_url'] ?? ownerUrl, values),
  };
}

/** Returns the time limits of a process's connections. */
export function limitsOf(
  values: Pick<Configuration, 'database.statement_timeout' | 'database.lock_timeout' | 'database.idle_in_transaction'>,
): TimeLimits {
  return {
    statementMs: values['database.statement_timeout'],
    lockWaitMs: values['database.lock_timeout'],
    idleInTransactionMs: values['database.idle_in_transaction'],
  };
}

/** Returns advice on the roles as a sentence, or `null` if there is none. `db` is connected as the owner. */
export async function adviceOnRoles(db: Kysely<Database>, { owner, api, worker }: Databases): Promise<string | null> {
  const { rows } = await sql<{ super: boolean }>`select rolsuper as super from pg_roles where rolname = current_user`.execute(db);
  const words = [
    ...(rows[0]?.super ? ['database.url names a superuser, but a role that owns the database is enough'] : []),
    ...(api === owner || worker === owner
      ? [
          `API and worker use the role of the owner. Create ${API_ROLE} and ${WORKER_ROLE}, and set database.api_url_file and database.worker_url_file`,
        ]
      : []),
  ];
  return words.length > 0 ? words.join('. ') : null;
}
