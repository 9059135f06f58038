/** The host's own people: what each role may do, as lists of the operator's operations name it (`roles`). */
export const STAFF_ROLES = ['support', 'billing', 'technical', 'owner'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];
