/** What a path names, as the contract declares it and `domain/resources/` loads it. */

import type { GuestWait } from './states/guest-waits.ts';
import type { Requirements } from './states/requirements.ts';

/** Things with an owner. `domain/resources/kinds.ts` has the table of each. */
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
  | 'webhook'
  | 'event_delivery'
  | 'account_export';

/** A path parameter that names a resource: absent is 404, another account's is 403. `plan` is public, so never 403. */
export interface PathResource {
  kind: ResourceKind;
  /** The name in `path`'s braces. */
  param: string;
  /** For a resource inside another (an addon of a server): the param of the parent it must belong to. */
  within?: string;
}

/** What is checked of the resources of a path before the use case runs, in this order: owner, lock, state. */
export interface PathGuards {
  /** Outermost first. */
  resources?: readonly PathResource[];
  /**
   * The path parameter whose resource must not be locked, else 423. Null, which a mutation must say: its resource has no lock, or the
   * use case decides what a lock means.
   */
  locks?: string | null;
  /** Lock reasons that do not refuse this operation: it ends that workflow and takes its lock over. */
  takesOver?: readonly GuestWait[];
  /** The state that the resource must be in, else `wrong_state`. */
  requires?: Requirements;
  /**
   * A mutation's rows are locked until its transaction ends. `by use case`: the pipeline only reads them, since other rows must be
   * locked first.
   */
  rowLock?: 'by use case';
}
