import { hours, minutes } from './clock.ts';

/** The host's own people: what each role may do, as lists of the operator's operations name it (`roles`). */
export const STAFF_ROLES = ['support', 'billing', 'technical', 'owner'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** How long a session of the staff lasts without use, and at most: a working day. */
export const STAFF_SESSION = { idleMs: minutes(30), mostMs: hours(12) } as const;

/** How long somebody has to set up the own sign-in. */
export const STAFF_INVITATION_MS = hours(24);

/** What the client secret of the identity provider is sealed for. */
export const STAFF_CLIENT_SECRET = 'staff-identity-provider';
