/** The routes of the staff's operations that HTTP serves, and of their sign-in. Entries say method, path and permitted roles. */
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { Method } from '../define.ts';
import { OPERATOR_OPERATION_NAMES, type OperatorOperationName, operatorOperationOf } from './all.ts';
import type { OperatorOperation, ServedOperation, SignInOperation } from './define.ts';
import { STAFF_SESSION_NAMES, type StaffSessionName, staffSessionEntryOf } from './sessions.ts';

export interface OperatorRoute {
  readonly name: OperatorOperationName;
  readonly entry: ServedOperation;
  readonly method: Method;
  /** Path in the form of OpenAPI, without `/v1`: `/operator/accounts/{account}/suspend`. */
  readonly path: string;
  /** Input fields in the path. */
  readonly params: readonly string[];
  /** Roles of staff that may use the route. */
  readonly roles: readonly StaffRole[];
  readonly status: 200 | 201;
  /** True if the operation can need approval. It then returns 202 with the pending `Approval`. */
  readonly mayNeedApproval: boolean;
  /** True if a signed-in person must have authenticated within 15 minutes. */
  readonly requiresReauthentication: boolean;
}

/** Route of an operation with which staff sign in. */
export interface SignInRoute extends Pick<OperatorRoute, 'method' | 'path' | 'params' | 'status'> {
  readonly name: StaffSessionName;
  readonly entry: SignInOperation;
  /** True if the route needs no session. */
  readonly anonymous: boolean;
}

function routeOf(name: OperatorOperationName, entry: ServedOperation): OperatorRoute {
  const { method, path, roles, status = 200, recent = false, approval } = entry;
  return {
    ...{ name, method, path, status },
    entry: toHttpEntry(entry),
    params: paramsIn(path),
    roles: [...roles, 'owner'],
    mayNeedApproval: approval !== undefined,
    requiresReauthentication: recent,
  };
}

/** Returns the entry without the fields that only the command accepts. Over HTTP, for example, callers must not choose files on a host. */
function toHttpEntry(entry: ServedOperation): ServedOperation {
  const { savesTo, hostFields = [] } = entry;
  const hiddenFields = savesTo === undefined ? hostFields : [savesTo, ...hostFields];
  if (hiddenFields.length === 0) return entry;
  return {
    ...entry,
    input: entry.input.omit(Object.fromEntries(hiddenFields.map((field) => [field, true])) as Record<string, true>),
  };
}

const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** All routes that HTTP serves. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = OPERATOR_OPERATION_NAMES.flatMap((name) => {
  const entry: OperatorOperation = operatorOperationOf(name);
  return entry.hostOnly === undefined ? [routeOf(name, entry)] : [];
});

export const SIGN_IN_ROUTES: readonly SignInRoute[] = STAFF_SESSION_NAMES.map((name) => {
  const entry = staffSessionEntryOf(name);
  const { method, path, status, anonymous = false } = entry;
  return { name, entry, method, path, params: [], status, anonymous };
});

/** Returns the operation id, such as `operatorListAccounts`. The prefix avoids conflicts with the customers' operations. */
export const operationIdOf = (name: string): string => `operator${name[0]?.toUpperCase()}${name.slice(1)}`;
