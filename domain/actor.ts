/**
 * Who acts. Every transaction has one actor, and every audit line tells its kind, its id or name, and the account and the user that it
 * acts for (`audit.ts`).
 */
import type { BasisPoints } from '@innkeeper/model/money';
import type { Role } from '@innkeeper/model/roles';
import type { StaffRole } from '@innkeeper/model/staff';
import type { SupportScope } from '@innkeeper/model/support-access';

/** Acts for a customer: what it may reach is what its account has. */
interface OfAccount {
  readonly accountId: number;
  /** The member of the account who made the token, or has signed in. */
  readonly userId: number;
  /** That member's role of now, which bounds what a token or session may do. */
  readonly role: Role;
  /** The VAT that the account is charged, to show prices with. What it pays is decided with the order (tax/tax-of.ts). */
  readonly taxRate: BasisPoints;
}

/** A program of a customer, by its access token. */
export interface TokenActor extends OfAccount {
  readonly kind: 'token';
  readonly id: number;
  /** Ids of the servers that it is for; absent: everything of its account. */
  readonly servers?: readonly number[];
}

/** A customer who has signed in. */
export interface SessionActor extends OfAccount {
  readonly kind: 'session';
  readonly id: number;
  /** When the user has last proven who it is. */
  readonly authenticatedAt: Date;
  /** The identity provider of its account that opened it; null: its user has signed in here. */
  readonly identityProviderId: number | null;
  /** It is for everything of its account. */
  readonly servers?: undefined;
}

/** Somebody of the host's staff, signed in or by a token of staff. */
export interface StaffActor {
  readonly kind: 'staff';
  readonly id: number;
  /** Of the person: audit lines and tickets bear it. */
  readonly name: string;
  readonly role: StaffRole;
  /** Of the token or session; absent where a second person's approval is what acts. */
  readonly tokenId?: number;
  /** Of a session: when the person has last proven who it is. */
  readonly authenticatedAt?: Date;
  readonly accountId: null;
  readonly userId: null;
}

/**
 * Somebody of the staff inside an account, by its consent or for a reason that it is told: does what contract/support-access.ts lets it, as no
 * member of the account.
 */
export interface SupportActor {
  readonly kind: 'staff';
  /** Of the person. */
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
  readonly userId: null;
  readonly scope: SupportScope;
  /** As of a customer. */
  readonly taxRate: BasisPoints;
  /** It is for everything of its account. */
  readonly servers?: undefined;
}

/** Whoever may use the command line of an installation; `name` is that of the user on the host. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly name: string;
  readonly accountId: null;
  readonly userId: null;
}

/** What runs on a clock. It acts for nobody; its audit lines name the account of what they are about. */
export interface JobActor {
  readonly kind: 'job';
  readonly name: string;
  readonly accountId: null;
  readonly userId: null;
}

/** A worker that carries a workflow out, for the account and the user that it was ordered by. */
export interface WorkflowActor {
  readonly kind: 'workflow';
  readonly id: number;
  readonly accountId: number | null;
  readonly userId: number | null;
}

/** Somebody who is not signed in: who signs in, signs up, or asks for a new password. */
export interface VisitorActor {
  readonly kind: 'visitor';
  /** That of the user whom the visitor claims to be, if there is one; nothing is done in its name. */
  readonly accountId: number | null;
  readonly userId: number | null;
}

export const NOBODY: VisitorActor = { kind: 'visitor', accountId: null, userId: null };

export type Customer = TokenActor | SessionActor;

/** Who asks for a customers' operation. */
export type Caller = Customer | SupportActor;

export const isCustomer = (actor: Actor): actor is Customer => actor.kind === 'token' || actor.kind === 'session';

/** Returns whether an actor may read its account's balance and members: a token for certain servers may not. */
export const readsWholeAccount = (actor: Actor): boolean => !('servers' in actor) || actor.servers === undefined;

export type Actor = Caller | StaffActor | OperatorActor | JobActor | WorkflowActor | VisitorActor;
