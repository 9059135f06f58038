/**
 * The actors. Every transaction has one actor. Every audit line records its kind, its id or name, and the account and user for which it
 * acts (`audit.ts`).
 */
import type { BasisPoints } from '@innkeeper/model/money/money';
import type { Role } from '@innkeeper/model/people/roles';
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { SupportScope } from '@innkeeper/model/people/support-access';

/** An actor of a customer. It can reach only resources of its account. */
interface AccountActor {
  readonly accountId: number;
  /** Member who created the token or signed in. */
  readonly userId: number;
  /** Current role of that member, which limits the token or session. */
  readonly role: Role;
  /** VAT rate of the account, used to display prices. The rate of a payment is decided with the order (tax/tax-of.ts). */
  readonly taxRate: BasisPoints;
}

/** A customer's program, authenticated by an access token. */
export interface TokenActor extends AccountActor {
  readonly kind: 'token';
  readonly id: number;
  /** Ids of the servers to which the token is restricted. */
  readonly servers?: readonly number[];
}

/** A customer who has signed in. */
export interface SessionActor extends AccountActor {
  readonly kind: 'session';
  readonly id: number;
  /** Time of the user's last authentication. */
  readonly authenticatedAt: Date;
  /** Identity provider of the account that opened the session, or `null` if the user signed in here. */
  readonly identityProviderId: number | null;
  /** A session is never restricted to servers. */
  readonly servers?: undefined;
}

/** A staff member, signed in or authenticated by a staff token. */
export interface StaffActor {
  readonly kind: 'staff';
  readonly id: number;
  /** Name of the person, shown in audit lines and tickets. */
  readonly name: string;
  readonly role: StaffRole;
  /** Id of the token or session. Not set when an approval by a second person is executed. */
  readonly tokenId?: number;
  /** Time of the person's last authentication. Only set for sessions. */
  readonly authenticatedAt?: Date;
  readonly accountId: null;
  readonly userId: null;
}

/**
 * A staff member inside an account, by consent of the account or for a reason that the account can read. The actor is not a member of the
 * account, and may do what contract/support-access.ts allows.
 */
export interface SupportActor {
  readonly kind: 'staff';
  /** Id of the person. */
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
  readonly userId: null;
  readonly scope: SupportScope;
  /** VAT rate of the account, as for a customer. */
  readonly taxRate: BasisPoints;
  /** Support is never restricted to servers. */
  readonly servers?: undefined;
}

/** Anyone with access to the command line of the installation. `name` is the name of the user on the host. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly name: string;
  readonly accountId: null;
  readonly userId: null;
}

/** A scheduled job. It does not act for an account. Its audit lines name the account of the resource. */
export interface JobActor {
  readonly kind: 'job';
  readonly name: string;
  readonly accountId: null;
  readonly userId: null;
}

/** A workflow run by a worker. It acts for the account and user that requested it. */
export interface WorkflowActor {
  readonly kind: 'workflow';
  readonly id: number;
  readonly accountId: number | null;
  readonly userId: number | null;
}

/** A person who is not signed in, and signs in, signs up or requests a new password. */
export interface VisitorActor {
  readonly kind: 'visitor';
  /** Account of the user whom the visitor claims to be, if one exists. Nothing is done in the name of that account. */
  readonly accountId: number | null;
  readonly userId: number | null;
}

export const ANONYMOUS_VISITOR: VisitorActor = { kind: 'visitor', accountId: null, userId: null };

export type Customer = TokenActor | SessionActor;

/** The actor of a customer operation. */
export type Caller = Customer | SupportActor;

/** Returns whether an actor is a customer: a token or a session. */
export const isCustomer = (actor: Actor): actor is Customer => actor.kind === 'token' || actor.kind === 'session';

/** Returns whether an actor may read its account's balance and members. Tokens restricted to servers may not. */
export const readsWholeAccount = (actor: Actor): boolean => !('servers' in actor) || actor.servers === undefined;

export type Actor = Caller | StaffActor | OperatorActor | JobActor | WorkflowActor | VisitorActor;
