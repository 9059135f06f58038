/** Resources in a path, as the contract declares them and `domain/resources/` loads them. */

import type { GuestWait } from '../states/guest-waits.ts';
import type { Requirements } from '../states/requirements.ts';

/** Resources with an owner. `domain/resources/kinds.ts` names their tables. */
export type ResourceKind =
  | 'server'
  | 'ssh_key'
  | 'order'
  | 'snapshot'
  | 'backup'
  | 'iso'
  | 'ticket'
  | 'ticket_attachment'
  | 'invoice'
  | 'ip_address'
  | 'floating_ip'
  | 'firewall'
  | 'attack'
  | 'addon'
  | 'operation'
  | 'plan'
  | 'service'
  | 'token'
  | 'member'
  | 'invitation'
  | 'support_grant'
  | 'session'
  | 'passkey'
  | 'payment_card'
  | 'webhook'
  | 'event_delivery'
  | 'account_export';

/**
 * A path parameter that names a resource. A missing resource gives 404, a resource of another account 403. `plan` is public, so it never
 * gives 403.
 */
export interface PathResource {
  kind: ResourceKind;
  /** Parameter name in the braces of `path`. */
  param: string;
  /** Parameter of the parent that the resource must belong to, for a nested resource such as an addon of a server. */
  within?: string;
}

/** Checks of the resources of a path before the use case runs, in this order: owner, lock, state. */
export interface PathGuards {
  /** Resources of the path, outermost first. */
  resources?: readonly PathResource[];
  /**
   * Path parameter whose resource must not be locked. A locked resource gives 423.
   *
   * A mutation must set `null` if its resource has no lock, or if the use case decides about locks.
   */
  locks?: string | null;
  /** Lock reasons despite which this operation is allowed. The operation ends the workflow that holds the lock, and takes the lock over. */
  takesOver?: readonly GuestWait[];
  /** Required state of the resource. Another state gives `wrong_state`. */
  requires?: Requirements;
  /**
   * Default: the rows of a mutation are locked until its transaction ends. With `by use case` the pipeline only reads them, because other
   * rows must be locked first.
   */
  rowLock?: 'by use case';
}
