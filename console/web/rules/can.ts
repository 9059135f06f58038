/**
 * Decides whether a member can do an operation now, and says why not. It runs the API's own rules in the API's order: account, role, session of an identity
 * provider, lock, state. The API decides in the end, so a page shows its refusal if both differ.
 */
import { insufficientRole, type Role, rolesThatMay } from '@innkeeper/model/roles';
import { type GuestWait, mayEndWait } from '@innkeeper/model/states/guest-waits';
import { type Requirements, refusalOf, STAFF_SUSPENSION, type States } from '@innkeeper/model/states/requirements';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import { OPERATIONS, type OperationName, REFUSALS } from './operations.gen.ts';
import type { OperationRule } from './rule.ts';

/** The caller, as `getCurrentSession` shows it. */
export interface Me {
  /** `closes_at`: time, or `null` for an account that stays open. */
  account: { suspended: boolean; closes_at: string | null };
  role: Role;
  session: { single_sign_on: boolean };
}

/** The lock of a server, or of what an address belongs to. */
export interface LockFacts {
  /** `null` if nothing holds it. */
  lock_reason: string | null;
  /** Names of the steps that the holding operation has begun. Without them a wait counts as one that can be ended. */
  steps?: readonly string[] | undefined;
  /** `estimated_end` of the holding operation. */
  estimated_end?: string | null | undefined;
}

/** A server, as `listServerSummaries` shows it. */
export interface ServerFacts extends LockFacts {
  status: NonNullable<States['server']>['status'];
  power: ServerPower;
  /** Holds `rescue` in rescue mode. */
  state: readonly string[];
  status_reason: string | null;
}

export type OrderFacts = NonNullable<States['order']>;
export type TicketFacts = NonNullable<States['ticket']>;
/** An addon, with the server that it belongs to. */
export type AddonFacts = NonNullable<States['addon']> & { server: ServerFacts };

type RuleOf<N extends OperationName> = (typeof OPERATIONS)[N];

/** The resource that `can` takes for an operation: the innermost that its path names. */
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
  /** `roles`: the roles that may. */
  | { no: 'role'; sentence: string; roles: readonly Role[] }
  /** `until`: estimated end of the operation in progress, if it is known. */
  | { no: 'lock'; sentence: string; until?: string };

export type Verdict = { yes: true } | Refusal;

const YES: Verdict = { yes: true };

/** Returns whether `me` can do this operation with this resource. Conditions that only the API knows are not judged. */
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

function refusalOfAccount({ changes, whileClosing }: OperationRule, { account }: Me): Refusal | undefined {
  if (!changes) return undefined;
  if (account.suspended) return { no: 'account', sentence: REFUSALS.suspended };
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
  const sentence = refusalOf(requires, states);
  if (sentence === undefined) return undefined;
  const reason = states.server?.status === 'suspended' ? serverIn(resource).status_reason : null;
  // To pay would not help, so the reason of the staff replaces the sentence.
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

/** `ResourceOf` gives an operation either the server itself, or an addon with its server. */
const serverIn = (resource: unknown): ServerFacts =>
  'server' in (resource as object) ? (resource as AddonFacts).server : (resource as ServerFacts);

const withLock = (resource: unknown): LockFacts => serverIn(resource);
