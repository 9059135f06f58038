/**
 * Types of the generated rules: one entry per operation of the API.
 *
 * Each first load contains all of them, so they only include what decides whether an operation is available.
 */
import type { MemberAbility } from '@innkeeper/model/people/roles';
import type { GuestWait } from '@innkeeper/model/states/guest-waits';
import type { Requirements } from '@innkeeper/model/states/requirements';

/** Checks of the API before an operation. A missing field means no or none. */
export interface OperationRule {
  /** Abilities that the member's role must have, all of them. */
  needs: readonly MemberAbility[];
  /** Path parameter whose resource must not be locked. */
  locks?: string;
  /** Lock reasons that do not refuse the operation, because it ends that wait. */
  takesOver?: readonly GuestWait[];
  /** Required states of the resources. */
  requires?: Requirements;
  /** True if a suspended or closing account is refused. */
  changes?: true;
  /** True if a closing account is accepted. */
  whileClosing?: true;
  /** True if a suspended account is accepted. */
  whileSuspended?: true;
  /** True if a session of an identity provider is refused. */
  notByProvider?: true;
}
