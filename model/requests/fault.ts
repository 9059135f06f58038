/** Party that can fix a failure: the customer or the operator. */
export const FAULTS = ['customer', 'operator'] as const;
export type Fault = (typeof FAULTS)[number];
