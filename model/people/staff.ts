import { hours, minutes } from '../time/clock.ts';

/** Roles of the host's staff. The operator's operations list the roles that may use them (`roles`). */
export const STAFF_ROLES = ['support', 'billing', 'technical', 'owner'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** Second person that an operation of the staff needs. */
export interface NeededApproval {
  /** `above-limit`: only if the person exceeds a daily limit. */
  when: 'above-limit' | 'always';
  /** Roles that may decide, in addition to `owner`. */
  decidedBy: readonly Exclude<StaffRole, 'owner'>[];
}

/** Approval of an operation that moves or gives money. */
export const ABOVE_LIMIT = { when: 'above-limit', decidedBy: ['billing'] } as const satisfies NeededApproval;

/** Approval of an operation that removes services of customers with their data. */
export const REMOVAL = { when: 'always', decidedBy: ['technical'] } as const satisfies NeededApproval;

/** Idle time and maximum duration of a staff session. The maximum covers a working day. */
export const STAFF_SESSION = { idleMs: minutes(30), maxMs: hours(12) } as const;

/** Time in milliseconds that an invited staff member has to set up a sign-in. */
export const STAFF_INVITATION_MS = hours(24);

/** Purpose that the client secret of the identity provider is sealed for. */
export const STAFF_CLIENT_SECRET = 'staff-identity-provider';
