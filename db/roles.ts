/**
 * The database roles. The API and the worker each have their own role, with the rights of `roles/grants.ts`. Migrations and the operator's
 * commands use the owner's role. No role that serves customers is a superuser or owns a table.
 */

export const OWNER_ROLE = 'innkeeper_owner';
export const API_ROLE = 'innkeeper_api';
export const WORKER_ROLE = 'innkeeper_worker';
/**
 * Role of the API's connections for staff (`/v1/operator`), which run the operator's commands. Unlike the owner's role, this role can
 * change neither the schema nor immutable tables.
 */
export const OPERATOR_ROLE = 'innkeeper_operator';

/** Returns the URL of the same database for another role: `postgres://innkeeper_api@/innkeeper?host=...`. For URLs without a password. */
export function asRole(url: string, role: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${role}@`);
}
