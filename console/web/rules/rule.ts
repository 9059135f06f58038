/**
 * The types of the generated rules: one entry per operation of the API.
 *
 * Each first load has all of them, so they hold only what decides whether an act is possible.
 */
import type { MemberAbility } from '@innkeeper/model/roles';
import type { GuestWait } from '@innkeeper/model/states/guest-waits';
import type { Requirements } from '@innkeeper/model/states/requirements';

/** Checks of the API before one operation. A field that is absent means no or none. */
export interface OperationRule {
  /** Abilities that the role of a member must have, all of them. */
  needs: readonly MemberAbility[];
  /** Path parameter whose resource must not be locked. */
  locks?: string;
  /** Lock reasons that do not refuse the operation: it ends that wait. */
  takesOver?: readonly GuestWait[];
  /** States that the resources must be in. */
  requires?: Requirements;
  /** A suspended account is refused. */
  changes?: true;
  /** An account that is about to be closed is admitted. */
  whileClosing?: true;
  /** A session of an identity provider is refused. */
  notByProvider?: true;
}
