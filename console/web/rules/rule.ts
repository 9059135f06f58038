/** The types of the generated rules: one entry per operation of the API. */
import type { MemberAbility } from '@innkeeper/model/roles';
import type { GuestWait } from '@innkeeper/model/states/guest-waits';
import type { Requirements } from '@innkeeper/model/states/requirements';

/** Checks of the API before one operation. A field that is absent means no or none. */
export interface OperationRule {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without `/v1`: `/servers/{id}/start`. */
  path: string;
  /** Abilities that the role of a member must have, all of them. */
  needs: readonly MemberAbility[];
  /** Resources that the path names, outermost first. */
  resources?: readonly { kind: string; param: string; within?: string }[];
  /** Path parameter whose resource must not be locked. */
  locks?: string;
  /** Lock reasons that do not refuse the operation: it ends that wait. */
  takesOver?: readonly GuestWait[];
  /** States that the resources must be in. */
  requires?: Requirements;
  /** A session needs a proof of the last 15 minutes. */
  recent?: true;
  makesOrder?: true;
  quotes?: true;
  /** A suspended account is refused. */
  changes?: true;
  /** An account that is about to be closed is admitted. */
  whileClosing?: true;
  /** A session of an identity provider is refused. */
  notByProvider?: true;
  /** Requests a minute, in addition to the limit of the account. */
  perMinute?: number;
}
