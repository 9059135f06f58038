/**
 * Decides whether a member can perform an operation now, with the reason if not.
 *
 * It applies the API's own rules in the API's order: account, role, session of an identity provider, lock, state. The API has the final
 * decision, so a page shows the API's refusal if both differ.
 */
import { insufficientRole, type Role, rolesThatMay } from '@innkeeper/model/people/roles';
import { type GuestWait, mayEndWait } from '@innkeeper/model/states/guest-waits';
import {
  explainWrongState,
  type Requirements,
  STAFF_END,
  STAFF_SUSPENSION,
  type States,
  USABLE_WHILE_SUSPENDED,
} from '@innkeeper/model/states/requirements';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import { OPERATIONS, type OperationName, REFUSALS } from './operations.gen.ts';
import type { OperationRule } from './rule.ts';

/** Caller, as returned by `getCurrentSession`. */
export interface Me {
  /** Account. `closes_at`: closing time, or `null` for an account that stays open. */
  account: { suspended: boolean; closes_at: string | null };
  role: Role;
  session: { single_sign_on: boolean };
}

/** Lock of a server, or of the owner of an address. */
export interface LockFacts {
  /** Reason of the lock, or `null` if it is not locked. */
  lock_reason: string | null;
  /** Names of the steps that the locking operation has started. Without them a wait counts as one that can be ended. */
  steps?: readonly string[] | undefined;
  /** Estimated end of the locking operation. */
  estimated_end?: string | null | undefined;
}

/** A server, as `listServerSummaries` shows it. */
export interface ServerFacts extends LockFacts {
  status: NonNullable<States['server']>['status'];
  power: ServerPower;
  /** Contains `rescue` in rescue mode. */
  state: readonly string[];
  status_reason: string | null;
}

export type OrderFacts = NonNullable<States['order']>;
export type TicketFacts = NonNullable<States['ticket']>;
/** Addon with its server. */
export type AddonFacts = NonNullable<States['addon']> & { server: ServerFacts };

type RuleOf<N extends OperationName> = (typeof OPERATIONS)[N];

/** Resource that `can` takes for an operation: the innermost in its path. */
export type ResourceOf<N extends OperationName> =
  RuleOf<N> extends { requires: { addon: string } }
    ? AddonFacts
    : RuleOf<N> extends { requires: { server: string } }
      ? ServerFacts
      : RuleOf<N> extends { requires: { order: string } }
        ? OrderFacts
        : RuleOf<N> extends { requires: { ticket: string } }
          ? TicketFacts
          : RuleOf<N> extends { locks: string }
            ? LockFacts
            : unknown;

export type Refusal =
  | { no: 'account' | 'provider' | 'state'; sentence: string }
  /** Refusal by role. `roles`: the roles that may. */
  | { no: 'role'; sentence: string; roles: readonly Role[] }
  /** Refusal by a lock. `until`: estimated end of the running operation, if known. */
  | { no: 'lock'; sentence: string; until?: string };

export type Verdict = { yes: true } | Refusal;

const YES: Verdict = { yes: true };

/** Returns whether `me` can perform this operation on this resource. Conditions that only the API can check are ignored. */
export function can<N extends OperationName>(operation: N, resource: ResourceOf<N>, me: Me): Verdict {
  const rule: OperationRule = OPERATIONS[operation];
  return (
    refusalOfAccount(rule, me) ??
    refusalOfRole(rule, me) ??
    refusalOfProvider(rule, me) ??
    refusalOfLock(rule, resource) ??
    refusalOfState(rule, resource) ??
    YES
  );
}

function refusalOfAccount({ changes, whileClosing, whileSuspended }: OperationRule, { account }: Me): Refusal | undefined {
  if (!changes) return undefined;
  if (account.suspended && !whileSuspended) return { no: 'account', sentence: REFUSALS.suspended };
  return account.closes_at !== null && !whileClosing ? { no: 'account', sentence: REFUSALS.closing } : undefined;
}

function refusalOfRole({ needs }: OperationRule, { role }: Me): Refusal | undefined {
  const roles = rolesThatMay(needs);
  return roles.includes(role) ? undefined : { no: 'role', sentence: insufficientRole(role, roles).message, roles };
}

function refusalOfProvider({ notByProvider }: OperationRule, { session }: Me): Refusal | undefined {
  return notByProvider && session.single_sign_on ? { no: 'provider', sentence: REFUSALS.provider } : undefined;
}

function refusalOfLock({ locks, takesOver = [] }: OperationRule, resource: unknown): Refusal | undefined {
  if (locks === undefined) return undefined;
  const { lock_reason: reason, steps = [], estimated_end: until } = withLock(resource);
  if (reason === null || (isWait(reason, takesOver) && mayEndWait(reason, steps))) return undefined;
  return { no: 'lock', sentence: REFUSALS.locked, ...(until && { until }) };
}

const isWait = (reason: string, waits: readonly GuestWait[]): reason is GuestWait => waits.some((wait) => wait === reason);

function refusalOfState({ requires }: OperationRule, resource: unknown): Refusal | undefined {
  if (!requires) return undefined;
  const states = statesOf(requires, resource);
  const sentence = explainWrongState(requires, states);
  const reason = states.server ? serverIn(resource).status_reason : null;
  // A server without a machine is not suspended while staff ends it.
  if (reason?.startsWith(STAFF_END) && requires.server && !USABLE_WHILE_SUSPENDED.has(requires.server))
    return { no: 'state', sentence: reason };
  if (sentence === undefined) return undefined;
  // Paying would not help, so the reason of the staff replaces the message.
  return { no: 'state', sentence: reason?.startsWith(STAFF_SUSPENSION) ? reason : sentence };
}

function statesOf({ server, order, ticket, addon }: Requirements, resource: unknown): States {
  return {
    ...(server && { server: stateOfServer(serverIn(resource)) }),
    ...(order && { order: resource as OrderFacts }),
    ...(ticket && { ticket: resource as TicketFacts }),
    ...(addon && { addon: resource as AddonFacts }),
  };
}

const stateOfServer = ({ status, power, state }: ServerFacts): NonNullable<States['server']> => ({
  status,
  power,
  rescue: state.includes('rescue'),
});

/** Returns the server of a resource, which is the server itself or an addon with its server. */
const serverIn = (resource: unknown): ServerFacts =>
  'server' in (resource as object) ? (resource as AddonFacts).server : (resource as ServerFacts);

const withLock = (resource: unknown): LockFacts => serverIn(resource);
