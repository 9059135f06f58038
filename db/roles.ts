/**
 * Who connects to the database as whom. Nobody who serves customers is its superuser or owns a table: the API and the worker have a
 * role each, with the rights of `roles/grants.ts`; migrations and the operator's commands have the owner's.
 */

export const OWNER_ROLE = 'innkeeper_owner';
export const API_ROLE = 'innkeeper_api';
export const WORKER_ROLE = 'innkeeper_worker';
/** Of the API's connections for the staff alone (`/v1/operator`): what commands may, but neither schema nor history. */
export const OPERATOR_ROLE = 'innkeeper_operator';

/** The same database by another role: `postgres://innkeeper_api@/innkeeper?host=...`. For addresses without a password. */
export function asRole(url: string, role: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${role}@`);
}
